import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { refusedAlthough } from '../derive/refused-although.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';

/** A token whose time is over. */
export const expiredTokenCases: DeclareCases = (contract) => [
  {
    id: 'authentication/expired-token',
    title: 'A token works until its time is over, and is refused by every operation from then on',
    requirement: 'token-revoked-at-once',
    operations: everywhere(contract).map(({ slug }) => slug),
    derived: true,
    movesClock: true,
    async run({ subject }) {
      const mint = requireAbility(subject, 'mintExpiringToken', 'A token that ends by itself is needed');
      const later = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const token = withToken(subject, await mint(120, subject.settings));
      const asked = await everyOperation(subject);
      const early = await token.create();
      if (!early.answer || !isSuccess(early.answer))
        throw new CaseInconclusive(`The token that mintExpiringToken gave was refused at once (${early.answer?.status}).`);
      await later(122, subject.settings);
      for (const { spec } of asked) {
        const exchange = await token.send(spec);
        if (exchange.answer?.status === 401) continue;
        return broken(contract, 'token-revoked-at-once', refusedAlthough('401', exchange));
      }
      return [];
    },
  },
];
