import type { Case } from '../../../src/case/case.ts';
import { type Contract, operationById } from '../../../src/contract/contract.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { mintToken } from '../../play/mint-token.ts';
import { judgeCode } from '../refusals/send-violation.ts';

export function deriveRevokedToken(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return [
    {
      id: `${operation.slug}/authentication/revoked-token`,
      title: `${operation.slug} with a revoked token is refused with 401`,
      requirement: 'token-revoked-at-once/revoked',
      operations: [operation.slug],
      derived: true,
      covers: ['unknown-token-is-401'],
      async run({ subject, features }) {
        const revoked = await mintToken(subject, { revoked: true });
        const exchange = await revoked.send(requestFor(operation, await bodyToTry(subject, operation)));
        if (exchange.answer?.status === 401)
          return judgeCode(contract, features, 'unknown-token-is-401', 'invalid_token', exchange);
        return broken(contract, 'token-revoked-at-once', insteadOf('401', exchange));
      },
    },
  ];
}
