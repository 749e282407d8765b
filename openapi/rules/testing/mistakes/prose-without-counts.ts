import { factContract as base } from '../fact-contract.ts';
import { wrong } from '../make-mistake.ts';
import type { RuleTest } from '../test-rules.ts';

export const proseWithoutCounts: RuleTest = {
  base,
  passes: {
    'numbers of other things': (d) => {
      d.info.description = 'Ten attempts within 15 seconds; 5 s after one another, at most 60 requests.';
    },
    'a count in an example': (d) => {
      d.components.examples = { wrong: { value: { detail: 'x', text: '1 field is wrong.' } } };
    },
  },
  finds: {
    'a counted operation': wrong(
      '#/info/description',
      'Create, submit and fetch: the three operations.',
      'The prose counts "three operations"',
    ),
    'a number in figures, in a requirement': wrong(
      '#/x-requirements/0/text',
      'It holds the 12 fields.',
      'The prose counts "12 fields"',
    ),
  },
};
