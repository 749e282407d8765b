import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedRefusal } from '../play/refuse-create.ts';

/** The page that the type of a problem leads to. */
export const problemPageCases: DeclareCases = (contract) => [
  {
    id: 'answers/problem-page',
    title: 'The type of a problem opens a page',
    requirement: 'problem-type-opens',
    operations: ['create-payment'],
    async run({ subject }) {
      const refused = await sharedRefusal(subject);
      const type = refused.answer && responseObject(refused.answer)?.type;
      const page = typeof type === 'string' && URL.canParse(type) ? await fetch(type).catch(() => undefined) : undefined;
      if (page?.ok) return [];
      return broken(contract, 'problem-type-opens', {
        member: 'type',
        expected: 'type: an absolute URL that opens a page',
        received: `type: ${showValue(type)}${page ? `, which returns ${page.status}` : ''}`,
        exchanges: [refused],
      });
    },
  },
];
