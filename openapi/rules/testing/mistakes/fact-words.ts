import { factContract } from '../fact-contract.ts';
import { wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const base = structuredClone(factContract);
const event = (d: Document) => d.paths['/create'].post.callbacks.changed['{$request.body#/callbackUrl}'].post;
const eventAt = '#/paths/~1create/post/callbacks/changed/{$request.body#~1callbackUrl}/post';
const key = (d: Document) => d.paths['/create'].post.parameters[0];
const requirements = (...texts: string[]) => texts.map((text, index) => ({ id: `said-${index}`, text }));

Object.assign(key(base), { description: 'Kept for 24 hours, or 1 day.', 'x-requirements': requirements('Kept for 24 hours.') });
Object.assign(event(base), {
  description: 'Respond within 15 seconds; three attempts in all, 5 s and 5 min after one another.',
  parameters: [
    { name: 'signature', in: 'header', description: 'Signs.', 'x-requirements': requirements('Both sign for 60 seconds.') },
  ],
});
base['x-requirements'] = [
  { id: 'limited', text: 'At most 60 a minute.' },
  { id: 'too-large', text: 'A body larger than 1 KiB is refused.' },
];

export const factWords: RuleTest = {
  base,
  passes: {
    'a duration where no fact is': (d) => {
      d.paths['/cancel'].post.description = 'Takes 2 minutes.';
    },
    'a text without figures': (d) => {
      key(d).description = 'Kept for some time.';
    },
  },
  finds: {
    'a lifetime that was changed': [
      (d) => {
        key(d)['x-kept-seconds'] = 172_800;
        delete key(d).description;
      },
      '#/paths/~1create/post/parameters/0/x-requirements/0/text',
      "'said-0' says 24 hours, and x-kept-seconds has 172800 seconds. Make them agree.",
    ],
    'a description that says another one': wrong(
      '#/paths/~1create/post/parameters/0/description',
      'Kept for 2 days.',
      'The description says 2 days, and x-kept-seconds has 86400 seconds.',
    ),
    'an attempt that was added': [
      (d) => {
        event(d)['x-delivery'].delays.push(900);
      },
      `${eventAt}/description`,
      'The description says three attempts, and x-delivery has 3 delays, so 4 attempts',
    ],
    'a delay that was changed': [
      (d) => {
        event(d)['x-delivery'].delays = [5, 600];
      },
      `${eventAt}/description`,
      'The description says 5 min, and x-delivery has 5, 600, 15, 60 seconds.',
    ],
    'a fact that is told on a header': [
      (d) => {
        Object.assign(event(d)['x-delivery'], { longestRetryAfter: 90, secretOverlap: 90 });
      },
      `${eventAt}/parameters/0/x-requirements/0/text`,
      "'said-0' says 60 seconds, and x-delivery has",
    ],
    'a window that was changed': wrong(
      '#/x-requirements/0/text',
      'At most 60 an hour.',
      "'limited' says an hour, and its x-rate-limits have 60 seconds.",
    ),
    'a size that was changed': [
      (d) => {
        d['x-body-limit'] = 2048;
      },
      '#/x-requirements/1/text',
      "'too-large' says 1 KiB, and x-body-limit has 2048 bytes.",
    ],
  },
};
