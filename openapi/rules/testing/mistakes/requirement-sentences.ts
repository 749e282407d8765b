import { wrong } from '../make-mistake.ts';
import type { RuleTest } from '../test-rules.ts';

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
