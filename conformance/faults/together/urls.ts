import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Delivery } from '../../servers/full/memory.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { editBody } from '../changes/change-request.ts';
import { inCallbacks } from '../changes/change-step.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

/** Changes the path and query of the requests to a callbackUrl. */
const calledAs = (change: (target: string, delivery: Delivery) => string): FullChanges =>
  inCallbacks('target', (url, given, delivery) => change(callbacks.target(url, given, delivery), delivery));

/** Servers that send callbacks to a different spelling of callbackUrl, or that refuse two long URLs in one create request. */
export const togetherUrls: FaultTable = sharing({ features: everyFeature, breaks: 'callback-at-each-change/whole-url' })({
  'long-urls-not-together': {
    title: 'A callbackUrl and a returnUrl of 2046 characters are refused together',
    breaks: 'create-answers-invoice',
    fullSteps: editBody((fields) => {
      if (String(fields.callbackUrl).length + String(fields.returnUrl).length > 4000) fields.returnUrl = { refused: true };
    }),
  },
  'dots-in-path-resolved': {
    title: 'Dots in the path of callbackUrl are resolved',
    fullSteps: calledAs((target) => {
      const { pathname, search } = new URL(target, 'http://host');
      return pathname + search;
    }),
  },
  ...alike(calledAs, {
    'tilde-in-path-decoded': ['%7E in the path of callbackUrl is called as ~', (target) => target.replace('%7E', '~')],
    'escapes-in-path-in-capitals': [
      'Escapes in the path of callbackUrl are called in upper case',
      (target) => target.replace(/%[\da-f]{2}(?=[^?]*\?)/g, (found) => found.toUpperCase()),
    ],
    'empty-segment-dropped': ['Two slashes in the path of callbackUrl become one', (target) => target.replace('//', '/')],
    'plus-read-as-space': ['A plus in callbackUrl is called as %20', (target) => target.replaceAll('+', '%20')],
    'apostrophe-escaped': [
      'An apostrophe in the query of callbackUrl is called as %27',
      (target) => target.replaceAll("'", '%27'),
    ],
    'last-slash-dropped': [
      'The slash at the end of the path of callbackUrl is dropped',
      (target) => target.replace(/\/(?=\?|$)/, ''),
    ],
    'empty-query-dropped': ['An empty query of callbackUrl is dropped', (target) => target.replace(/\?$/, '')],
  }),
  'path-rewritten-on-retry': {
    title: 'From the second attempt on, the path of callbackUrl is rewritten',
    breaks: 'callback-is-post/every-attempt',
    fullSteps: calledAs((target, { attempt }) => (attempt > 1 ? target.replace('%7E', '~') : target)),
  },
});
