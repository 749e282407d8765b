import type { DeclareCases } from '../../src/case/case.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { bearerToken, showMarks } from '../../src/text/marks.ts';
import { everyOperation, everywhere } from '../play/every-operation.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** The values of the second header: the same token, and one that nobody issued. */
const seconds = [bearerToken, 'Bearer not-a-token-0123456789abcdef'];

/** Cases for two Authorization headers. */
export const authorizationTwiceCases: DeclareCases = (contract) => [
  {
    id: 'answers/authorization-twice',
    title: 'Every operation refuses two Authorization headers, even if they are the same',
    requirement: 'authorization-twice-is-400',
    operations: everywhere(contract).map(({ slug }) => slug),
    problem: 'authorization_malformed',
    async run({ subject }) {
      const asked = (await everyOperation(subject)).flatMap(({ spec }) => seconds.map((second) => ({ spec, second })));
      return firstWrong(asked, async ({ spec, second }) => {
        const exchange = await subject.send({ ...spec, headers: [...spec.headers, ['Authorization', second]] });
        if (exchange.answer?.status === 400 && responseObject(exchange.answer)?.code === 'authorization_malformed') return [];
        return broken(contract, 'authorization-twice-is-400', {
          member: 'Authorization',
          difference: `Authorization: once → twice, the second ${showMarks(second)}`,
          ...insteadOf('400 authorization_malformed', exchange),
        });
      });
    },
  },
];
