import { factContract } from '../base-contracts.ts';
import { baseOf, type Document, type Mistake, put, type RuleTest, wrong } from '../make-mistake.ts';

const described = (words: string, says: string) => wrong('#/info/description', words, says);

const proseWithoutCounts: RuleTest = {
  base: factContract,
  passes: {
    'numbers of other things': put(
      '#/info/description',
      'Ten attempts within 15 seconds; 5 s after one another, at most 60 requests.',
    ),
    'a count in an example': put('#/components/examples', { wrong: { value: { detail: 'x', text: '1 field is wrong.' } } }),
  },
  finds: {
    'a counted operation': described('Create, submit and fetch: the three operations.', 'The prose counts "three operations"'),
    'a number in figures, in a requirement': wrong(
      '#/x-requirements/0/text',
      'It holds the 12 fields.',
      'The prose counts "12 fields"',
    ),
  },
};

const requirementIdsUnique: RuleTest = {
  base: baseOf({
    'x-requirements': [{ id: 'first' }],
    components: {
      schemas: {
        Invoice: {
          'x-requirements': [{ id: 'second' }],
          properties: { cashTag: { $ref: '#/components/schemas/Tag', 'x-requirements': [{ id: 'third' }] } },
        },
        Tag: { type: 'string' },
      },
    },
  }),
  passes: {
    'an example that shows requirements': put('#/components/schemas/Tag/examples', [{ 'x-requirements': [{ id: 'first' }] }]),
  },
  finds: {
    'an id used twice in a list': [
      (d) => d['x-requirements'].push({ id: 'first' }),
      '#/x-requirements/1/id',
      "The requirement id 'first' is already used by #/x-requirements/0",
    ],
    'an id used in two lists': wrong(
      '#/components/schemas/Invoice/x-requirements/0/id',
      'first',
      "The requirement id 'first' is already used by #/x-requirements/0",
    ),
    'an id used beside a reference': wrong(
      '#/components/schemas/Invoice/properties/cashTag/x-requirements/0/id',
      'second',
      "The requirement id 'second' is already used by #/components/schemas/Invoice/x-requirements/0",
    ),
    'an id used by a field named like a keyword': [
      put('#/components/schemas/Invoice/properties/value', { 'x-requirements': [{ id: 'first' }] }),
      '#/components/schemas/Invoice/properties/value/x-requirements/0/id',
      "The requirement id 'first' is already used by #/x-requirements/0",
    ],
  },
};

const requirementNumbers: RuleTest = {
  base: baseOf({
    paths: {
      '/create': {
        post: {
          operationId: 'createPayment',
          'x-rate-limits': [{ name: 'create', per: 'account', requests: 60, seconds: 60, requirement: 'create-rate' }],
          'x-requirements': [{ id: 'create-rate', text: 'At most 60 invoices a minute.' }],
        },
      },
    },
    components: {
      schemas: {
        Url: {
          maxLength: 2048,
          'x-requirements': [
            { id: 'url-length', keywords: ['maxLength'], text: 'A URL longer than 2048 characters is refused with 422.' },
          ],
        },
      },
    },
  }),
  passes: {
    'a limit without figures': put('#/components/schemas/Url/x-requirements/0/text', 'A URL that is too long is refused.'),
    'figures of something else': (d) =>
      d.components.schemas.Url['x-requirements'].push({ id: 'other', text: 'It is refused with 422.' }),
  },
  finds: {
    'a length that was raised': [
      put('#/components/schemas/Url/maxLength', 4096),
      '#/components/schemas/Url/x-requirements/0/text',
      "'url-length' says 2048, but maxLength is 4096",
    ],
    'a rate that was lowered': [
      put('#/paths/~1create/post/x-rate-limits/0/requests', 30),
      '#/paths/~1create/post/x-requirements/0/text',
      "'create-rate' says 60, but the limit 'create' is 30",
    ],
  },
};

const core = (id: string, source: string) => ({ id, support: 'core', source });
const extended = (id: string, source: string) => ({ id, support: 'extended', source });
const list = (document: Document, ...requirements: object[]) => {
  document['x-requirements'] = requirements;
};
/** Makes a mistake in the order of two requirements. The rule must report the second. */
const misplaced = (first: object, second: object, says: string): Mistake => [
  (d) => list(d, first, second),
  '#/x-requirements/1',
  says,
];

const requirementOrder: RuleTest = {
  base: baseOf({
    'x-requirements': [
      core('a', '§1'),
      core('b', '§2.1'),
      core('c', '§2.1 rule 2'),
      core('d', '§2.1 rule 3, §2.2'),
      core('e', '§2.4'),
      core('f', '§4'),
      extended('g', 'D-02'),
      extended('h', 'D-10'),
    ],
  }),
  passes: {
    'requirements from one place in any order': (d) => list(d, core('b', '§2.1'), core('a', '§2.1')),
    'a source that is for another rule to refuse': (d) => list(d, core('b', '§9'), core('a', 'elsewhere'), extended('c', 'D-01')),
  },
  finds: {
    'extended before core': misplaced(extended('a', 'D-01'), core('b', '§9'), "'b' (core, §9) comes after 'a' (D-01)"),
    'sections out of order': misplaced(core('a', '§2.2'), core('b', '§2.1'), "'b' (core, §2.1)"),
    'chapters out of order': misplaced(core('a', '§4'), core('b', '§2.4'), "'b' (core, §2.4) comes after 'a' (§4)"),
    'a rule before its section': misplaced(core('a', '§2.1 rule 1'), core('b', '§2.1'), "comes after 'a' (§2.1 rule 1)"),
    'rules out of order': misplaced(core('a', '§2.1 rule 3'), core('b', '§2.1 rule 2'), "'b' (core, §2.1 rule 2)"),
    'decisions out of order': misplaced(extended('a', 'D-10'), extended('b', 'D-09'), "'b' (extended, D-09)"),
    'sources of one requirement out of order': [
      (d) => list(d, core('a', '§2.2, §2.1')),
      '#/x-requirements/0/source',
      "The sources of 'a' are not in order: §2.2, §2.1",
    ],
    'a source named twice': [(d) => list(d, extended('a', 'D-01, D-01')), '#/x-requirements/0/source', 'Name each once'],
  },
};

const requirementSentences: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: {
      title: 'Base',
      version: '1.0.0',
      description:
        'Ids MUST be unique [ids-distinct]. Musts and shoulds in small letters are free.\n\n- It SHOULD be fast [is-fast].',
    },
    paths: { '/fetch': { post: { summary: 'Fetch', description: 'What [is read](https://example.com) must not matter.' } } },
    'x-requirements': [
      { id: 'ids-distinct', level: 'MUST' },
      { id: 'is-fast', level: 'SHOULD' },
    ],
  },
  passes: {
    'a requirement named inside, over a line break': put(
      '#/info/description',
      'An id [ids-distinct] MUST\nbe unique, e.g. by chance.',
    ),
    'both levels, each named': put('#/info/description', 'It MUST be unique and SHOULD be fast [ids-distinct, is-fast].'),
    'MUST in an example': put('#/components', {
      examples: { a: { value: { description: 'You MUST.' } } },
      schemas: { A: { examples: ['You MUST.'] } },
    }),
    'MUST as a part of a word': put('#/info/description', 'MUSTARD is hot.'),
  },
  finds: {
    'MUST without a requirement': described(
      'Ids MUST be unique.',
      'A sentence says MUST but names no requirement: "Ids MUST be unique." Add its id in brackets before the full stop: `[some-requirement].`',
    ),
    'MUST NOT in a summary': wrong(
      '#/paths/~1fetch/post/summary',
      'It MUST NOT fail',
      'names no requirement: "It MUST NOT fail"',
    ),
    'SHOULD in a schema': [
      put('#/components', { schemas: { A: { properties: { description: { description: 'It SHOULD be.' } } } } }),
      '#/components/schemas/A/properties/description/description',
      'A sentence says SHOULD but names no requirement: "It SHOULD be." Add its id in brackets before the full stop: `[some-requirement].`',
    ],
    'a requirement named after the sentence': described(
      'Ids MUST be unique. [ids-distinct]',
      'names no requirement: "Ids MUST be unique."',
    ),
    'the second of two sentences': described('Ids MUST be unique [ids-distinct]. They MUST be long.', '"They MUST be long."'),
    'a list item without a full stop': described('- Ids MUST be unique\n- they are so [ids-distinct]', '"- Ids MUST be unique"'),
    'a link instead of a requirement': described('Ids MUST be [unique](https://example.com).', 'names no requirement'),
    'an id that nothing has': described('Ids MUST be unique [ids-differ].', "No requirement has the id 'ids-differ'"),
    'a requirement of another level beside the right one': described(
      'Ids MUST be unique [ids-distinct] [is-fast].',
      "'is-fast' is a SHOULD",
    ),
    'a level that nothing stands for': described(
      'Ids MUST be unique and SHOULD be long [ids-distinct].',
      'A sentence says SHOULD but names no requirement of that level: "Ids MUST be unique and SHOULD be long [ids-distinct]." Add one, or change the word',
    ),
  },
};

export const requirementMistakes: Readonly<Record<string, RuleTest>> = {
  'prose-without-counts': proseWithoutCounts,
  'requirement-ids-unique': requirementIdsUnique,
  'requirement-numbers': requirementNumbers,
  'requirement-order': requirementOrder,
  'requirement-sentences': requirementSentences,
};
