import { callbacks } from '../../servers/full/callbacks.ts';
import { atRotation, changeHeaders, signAs } from '../changes/change-callbacks.ts';
import { inCallbacks, onRestart } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Returns the signature made with the newest secret. */
const newest = (headers: Readonly<Record<string, string>>): string => (headers['webhook-signature'] ?? '').split(' ')[0] ?? '';

/** Servers that sign with too few or too many secrets after a secret has been rotated. */
export const callbacksRotations: FaultTable = sharing({ features: ['callbacks', 'lifecycle'] })({
  'newest-secret-signs': {
    title: 'After a rotation only the new secret signs',
    breaks: 'callback-signed-twice-in-rotation/both',
    fullSteps: changeHeaders((all) => ({ 'webhook-signature': newest(all) })),
  },
  ...sharing({ breaks: 'callback-signed-twice-in-rotation/attempts' })({
    'newest-secret-signs-retries': {
      title: 'After a rotation only the new secret signs repeated attempts',
      fullSteps: () => {
        const tried = new WeakSet<object>();
        return changeHeaders((all, delivery) => {
          const isRetry = tried.has(delivery);
          tried.add(delivery);
          return isRetry ? { 'webhook-signature': newest(all) } : {};
        });
      },
    },
    'one-replaced-secret-kept': {
      title: 'Only the last of the secrets replaced within a day signs',
      fullSteps: changeHeaders((all) => ({
        'webhook-signature': (all['webhook-signature'] ?? '').split(' ').slice(0, 2).join(' '),
      })),
    },
    'three-secrets-kept': {
      title: 'Only the last two of the secrets replaced within a day sign',
      fullSteps: changeHeaders((all) => ({
        'webhook-signature': (all['webhook-signature'] ?? '').split(' ').slice(0, 3).join(' '),
      })),
    },
    'newest-secret-signs-third-attempt': {
      title: 'After a rotation only the new secret signs from the third attempt on',
      fullSteps: changeHeaders((all, { attempt }) => (attempt > 2 ? { 'webhook-signature': newest(all) } : {})),
    },
  }),
  ...sharing({ breaks: 'callback-signed-twice-in-rotation/a-day' })({
    'replaced-secret-lost-at-restart': {
      title: 'A secret that was replaced before a restart does not sign after it',
      fullSteps: onRestart(({ tokens }) => {
        for (const { account } of tokens.values()) account.secrets.length = 1;
      }),
    },
    'rotated-secret-signs-for-ever': {
      title: 'A secret that was rotated signs for ever',
      fullSteps: inCallbacks('attempt', (delivery) =>
        callbacks.attempt(delivery, Math.min(Date.now(), ...(delivery.invoice.account.rotatedAt ?? []))),
      ),
    },
    'rotation-prolongs-the-one-before': {
      title: 'Another rotation restarts the day of all earlier secrets',
      fullSteps: signAs(({ invoice: { account } }, now) => {
        const [last = now, ...before] = account.rotatedAt ?? [];
        return { ...account, rotatedAt: [last, ...before.map(() => last)] };
      }),
    },
    'rotated-secret-signs-an-hour': {
      title: 'A secret that was rotated signs for an hour',
      fullSteps: signAs(({ invoice: { account } }, now) => {
        const [last = now] = account.rotatedAt ?? [];
        return { ...account, secrets: account.secrets.slice(0, now - last > 3_600_000 ? 1 : 2) };
      }),
    },
    'rotated-secret-signs-23-hours-and-a-half': {
      title: 'A secret that was rotated signs for 23 hours and a half',
      fullSteps: inCallbacks('attempt', (delivery, now, at) => callbacks.attempt(delivery, now + 30 * 60_000, at ?? now)),
    },
  }),
  'rotation-ends-those-of-other-accounts': {
    title: 'A rotation ends the earlier secrets of all other accounts',
    breaks: 'callback-signed-twice-in-rotation',
    features: ['callbacks', 'lifecycle', 'ownership'],
    fullSteps: atRotation((other) => {
      other.secrets.length = 1;
    }),
  },
});
