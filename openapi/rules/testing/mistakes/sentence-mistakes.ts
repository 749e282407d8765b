import { factContract as base } from '../fact-contract.ts';
import { lifecycleContract } from '../lifecycle-contract.ts';
import { wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

export const requirementSentences: RuleTest = {
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
    'a requirement named inside, over a line break': (d) => {
      d.info.description = 'An id [ids-distinct] MUST\nbe unique, e.g. by chance.';
    },
    'both levels, each named': (d) => {
      d.info.description = 'It MUST be unique and SHOULD be fast [ids-distinct, is-fast].';
    },
    'MUST in an example': (d) => {
      d.components = { examples: { a: { value: { description: 'You MUST.' } } }, schemas: { A: { examples: ['You MUST.'] } } };
    },
    'MUST as a part of a word': (d) => {
      d.info.description = 'MUSTARD is hot.';
    },
  },
  finds: {
    'MUST without a requirement': wrong(
      '#/info/description',
      'Ids MUST be unique.',
      'says MUST and names no requirement: "Ids MUST be unique."',
    ),
    'MUST NOT in a summary': wrong(
      '#/paths/~1fetch/post/summary',
      'It MUST NOT fail',
      'names no requirement: "It MUST NOT fail"',
    ),
    'SHOULD in a schema': [
      (d) => {
        d.components = { schemas: { A: { properties: { description: { description: 'It SHOULD be.' } } } } };
      },
      '#/components/schemas/A/properties/description/description',
      'says SHOULD and names no requirement',
    ],
    'a requirement named after the sentence': wrong(
      '#/info/description',
      'Ids MUST be unique. [ids-distinct]',
      'names no requirement: "Ids MUST be unique."',
    ),
    'the second of two sentences': wrong(
      '#/info/description',
      'Ids MUST be unique [ids-distinct]. They MUST be long.',
      '"They MUST be long."',
    ),
    'a list item without a full stop': wrong(
      '#/info/description',
      '- Ids MUST be unique\n- they are so [ids-distinct]',
      '"- Ids MUST be unique"',
    ),
    'a link instead of a requirement': wrong(
      '#/info/description',
      'Ids MUST be [unique](https://example.com).',
      'names no requirement',
    ),
    'an id that nothing has': wrong(
      '#/info/description',
      'Ids MUST be unique [ids-differ].',
      "No requirement has the id 'ids-differ'",
    ),
    'a requirement of another level beside the right one': wrong(
      '#/info/description',
      'Ids MUST be unique [ids-distinct] [is-fast].',
      "'is-fast' is a SHOULD",
    ),
    'a level that nothing stands for': wrong(
      '#/info/description',
      'Ids MUST be unique and SHOULD be long [ids-distinct].',
      'says SHOULD and names no requirement of that level',
    ),
  },
};

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

const lifecycleWordsBase = structuredClone(lifecycleContract);
const transition = (d: Document, index: number) => d.components.schemas.Status['x-lifecycle'].transitions[index];
base['x-requirements'] = [
  { id: 'paid-is-final', text: 'A PAID invoice never changes: 409 `invoice_closed`.' },
  { id: 'payment-counts', text: 'A payment returns 200 with the invoice.' },
  { id: 'shop-never-changes', text: 'A SHOP invoice never changes.' },
];
transition(base, 0).requirement = 'payment-counts';
const at = '#/x-requirements/0/text';

export const lifecycleWords: RuleTest = {
  base: lifecycleWordsBase,
  finds: {
    'a problem of no transition': wrong(
      at,
      'A PAID invoice never changes: `invoice_closed` or `invoice_odd`.',
      "'paid-is-final' names invoice_odd, which none of its transitions has",
    ),
    'a transition with another problem': [
      (d) => {
        transition(d, 3).requirement = 'paid-is-final';
        transition(d, 3).problem = 'invoice_odd';
      },
      at,
      "'paid-is-final' names invoice_closed, and a transition of it has invoice_odd",
    ],
    'a success of no transition': [
      (d) => {
        transition(d, 0).status = 202;
      },
      '#/x-requirements/1/text',
      '\'payment-counts\' says "returns 200", and none of its transitions has that status',
    ],
    'a final state that is left': [
      (d) => {
        transition(d, 6).to = 'LATE';
      },
      at,
      "'paid-is-final' says that PAID never changes, and 'expiry-due' changes it",
    ],
    'a final state whose fields change': [
      (d) => {
        transition(d, 1).changes = ['paidAmount'];
      },
      at,
      "says that PAID never changes, and 'part-paid' changes it",
    ],
  },
};

const statusWordsBase = structuredClone(problemContract);
const submit = (d: Document) => d.paths['/submit'].post;
const callback = (d: Document) => submit(d).callbacks.changed['{$request.body#/url}'].post;
submit(statusWordsBase)['x-requirements'] = [{ id: 'submit-returns', text: 'A submit returns 200.' }];
callback(statusWordsBase).responses['410'] = { description: 'Gone.' };
callback(statusWordsBase)['x-requirements'] = [{ id: 'ends', text: 'A 410 response ends the calls.' }];
statusWordsBase.components.responses.NotFound['x-requirements'] = [
  { id: 'unknown', text: 'An unknown one is refused with 404; without a token it is refused with 401.' },
];

export const statusWords: RuleTest = {
  base: statusWordsBase,
  finds: {
    'a success of another status': [
      (d) => {
        submit(d).responses = { '201': submit(d).responses['200'] };
      },
      '#/paths/~1submit/post/x-requirements/0/text',
      "'submit-returns' says 200, and 201 is documented",
    ],
    'a response of a receiver that is gone': [
      (d) => {
        delete callback(d).responses['410'];
      },
      '#/paths/~1submit/post/callbacks/changed/{$request.body#~1url}/post/x-requirements/0/text',
      "'ends' says 410, and 4XX is documented",
    ],
    'a response that stands under another status': [
      (d) => {
        for (const { post } of Object.values<Document>(d.paths)) {
          post.responses['410'] = post.responses['404'];
          delete post.responses['404'];
        }
      },
      '#/components/responses/NotFound/x-requirements/0/text',
      "'unknown' says 404 and 401, and 410 is documented",
    ],
  },
};
