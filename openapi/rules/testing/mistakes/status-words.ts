import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const base = structuredClone(problemContract);
const submit = (d: Document) => d.paths['/submit'].post;
const callback = (d: Document) => submit(d).callbacks.changed['{$request.body#/url}'].post;
submit(base)['x-requirements'] = [{ id: 'submit-returns', text: 'A submit returns 200.' }];
callback(base).responses['410'] = { description: 'Gone.' };
callback(base)['x-requirements'] = [{ id: 'ends', text: 'A 410 response ends the calls.' }];
base.components.responses.NotFound['x-requirements'] = [
  { id: 'unknown', text: 'An unknown one is refused with 404; without a token it is refused with 401.' },
];

export const statusWords: RuleTest = {
  base,
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
