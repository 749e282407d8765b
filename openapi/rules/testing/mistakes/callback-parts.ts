import { factContract } from '../fact-contract.ts';
import { makeChoice } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const callbacks = (d: Document) => d.paths['/create'].post.callbacks;
const url = '{$request.body#/callbackUrl}';
const at = '#/paths/~1create/post/callbacks/changed';

export const callbackParts: RuleTest = {
  base: factContract,
  passes: {
    'a URL in a field of a body that is a choice': makeChoice('Create'),
    'a callback of the components': (d) => {
      d.components.callbacks = { Changed: callbacks(d).changed };
      callbacks(d).changed = { $ref: '#/components/callbacks/Changed' };
    },
  },
  finds: {
    'a second one': [
      (d) => {
        d.paths['/cancel'].post.requestBody = d.paths['/create'].post.requestBody;
        d.paths['/cancel'].post.callbacks = { cancelled: { [url]: { post: {} } } };
      },
      `#/paths/~1cancel/post/callbacks/cancelled/${url.replace('/', '~1')}/post`,
      'is a second callback, and server, receivers and suite know one. Make what it tells a transition of the invoice',
    ],
    'another method': [
      (d) => {
        const item = callbacks(d).changed[url];
        callbacks(d).changed[url] = { put: item.post };
      },
      `${at}/${url.replace('/', '~1')}/put`,
      'is a PUT. Events are sent by POST.',
    ],
    'a URL in a header': [
      (d) => {
        callbacks(d).changed = { '{$request.header.Callback-Url}': callbacks(d).changed[url] };
      },
      `${at}/{$request.header.Callback-Url}/post`,
      'where no program here looks. Name a field that createPayment takes',
    ],
    'a URL in a field that nobody sends': [
      (d) => {
        callbacks(d).changed = { '{$request.body#/notifyUrl}': callbacks(d).changed[url] };
      },
      `${at}/{$request.body#~1notifyUrl}/post`,
      'where no program here looks',
    ],
  },
};
