import { everyFeature } from '../../servers/full/every-feature.ts';
import { changeKey } from '../changes/change-key.ts';
import { onRequest } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that accept invalid keys, or refuse valid ones. */
export const requestsIdempotencyKeys: FaultTable = {
  'short-keys-refused': {
    title: 'A key of one character is refused',
    breaks: 'idempotency-key-form/length',
    fullSteps: changeKey((key) => (key.length === 1 ? '' : key)),
  },
  'any-key': {
    title: 'A key of any length is accepted',
    breaks: 'idempotency-key-form',
    fullSteps: onRequest((message) => {
      message.headers = message.headers.map(([name, value]) => [name, name === 'idempotency-key' ? value.slice(0, 200) : value]);
    }),
  },
  'short-keys-only': {
    title: 'Keys of more than 64 characters are refused',
    breaks: 'idempotency-key-form/length',
    fullSteps: changeKey((key) => (key.length > 64 ? '' : key)),
  },
  'empty-key-is-none': {
    title: 'An empty key counts as none',
    breaks: 'idempotency-key-form/length',
    fullSteps: changeKey((key) => (key === '' ? undefined : key)),
  },
  ...sharing({ breaks: 'idempotency-key-form/visible' })({
    'spaces-in-keys': { title: 'A key may have spaces in it', fullSteps: changeKey((key) => key.replaceAll(' ', '_')) },
    'tabs-in-keys': { title: 'A key may have tabs in it', fullSteps: changeKey((key) => key.replaceAll('\t', '_')) },
    'letters-beyond-ascii-in-keys': {
      title: 'A key may have letters beyond ASCII',
      fullSteps: changeKey((key) => key.replace(/[^\0-\x7f]/g, '_')),
    },
    'spaces-in-quotes-trimmed': {
      title: 'Spaces just inside the quotes of a key are dropped',
      fullSteps: changeKey((key) => key.replace(/^" *([^ ]+) *"$/, '"$1"')),
    },
  }),
  'quotes-alone-are-a-key': {
    title: 'Two double quotes are a key',
    breaks: 'idempotency-key-form/quotes',
    fullSteps: changeKey((key) => (key === '""' ? crypto.randomUUID() : key)),
  },
  'quotes-count': {
    title: 'A key in quotes is a different key',
    breaks: 'idempotency-key-quoted/same',
    fullSteps: { keyOf: (account, key) => `${account.name} ${key}` },
  },
  'quotes-counted': {
    title: 'The double quotes around a key count towards its length',
    breaks: 'idempotency-key-quoted/not-counted',
    features: everyFeature,
    fullSteps: changeKey((key) => (key.length > 255 ? '' : key)),
  },
  'escapes-in-quoted-keys': {
    title: 'Two backslashes in a quoted key are read as one',
    breaks: 'idempotency-key-quoted/same',
    fullSteps: changeKey((key) => (key.startsWith('"') ? key.replaceAll('\\\\', '\\') : key)),
  },
  'half-quoted-keys': {
    title: 'A double quote may be anywhere in a key',
    breaks: 'idempotency-key-form/quotes',
    fullSteps: changeKey((key) => (/^".+"$/.test(key) ? key : key.replaceAll(/(?<=.)"|"(?=.)/g, '_'))),
  },
};
