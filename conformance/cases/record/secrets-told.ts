import type { DeclareCases } from '../../src/case/case.ts';
import { findSecret } from '../../src/checks/find-secret.ts';
import { requestObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** No refusal of the run tells a secret. */
export const secretsToldCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/secrets-told',
    title: 'No problem of the run holds a stack trace, or the receipt that was sent',
    requirement: 'problem-tells-no-secret',
    derived: true,
    judge({ contract }, { exchanges }) {
      for (const { exchange, response } of ownResponses(exchanges)) {
        if (response.status < 400) continue;
        const { webReceipt } = requestObject(exchange) ?? {};
        const told = findSecret(response.text, typeof webReceipt === 'string' ? webReceipt : undefined);
        if (told === undefined) continue;
        return broken(contract, 'problem-tells-no-secret', {
          expected: 'no secret',
          received: `${told}: ${response.text.slice(0, 200)}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  }),
];
