import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, headerOf, type Message } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeText, isJson, lawfulBody, readAsLawful } from '../changes/change-request.ts';
import { respondInstead } from '../changes/change-response.ts';
import { onRequest } from '../changes/change-step.ts';
import { centReceipt, newestId } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Ways to repair a text that is almost JSON: for each syntax error, words that name it, and a function that removes it. */
const mends = {
  comments: ['comments', (text) => text.replace(/\/\*.*?\*\//, '').replace(/\/\/ .*$/, '')],
  'what-is-behind': ['what stands behind the JSON', (text) => text.replace(/^(\{[^{}]*\}).*$/s, '$1')],
  quotes: ['names and texts in other quotes', (text) => text.replaceAll("'", '"')],
  commas: ['a comma too many', (text) => text.replace(',}', '}').replace('{,', '{')],
  'control-characters': ['control characters in texts', (text) => [...text].filter((one) => one >= ' ').join('')],
  escapes: ['escapes that JSON does not know', (text) => text.replace(/\\(?:x41|a|0|'|u12|u\{41\}|U00000041)/, '')],
  numbers: ['numbers that are none', (text) => text.replace(/:(?:NaN|Infinity|\+12|012)}$/, ':12}')],
  brackets: [
    'brackets and words around the object',
    (text) =>
      text
        .replace(/\]$/, '}')
        .replace(/^[^{]*\{/, '{')
        .replace(/;$/, ''),
  ],
  encodings: ['the zero bytes of UTF-16', (text) => text.replaceAll('\0', '')],
} satisfies Record<string, [what: string, mend: (text: string) => string]>;

/** Servers in which one operation accepts a body that is almost JSON. */
const resembling: FaultTable = Object.fromEntries(
  ['create', 'submit', 'fetch'].flatMap((action) =>
    Object.entries(mends).map(([id, [what, mend]]) => [
      `${action}-reads-over-${id}`,
      {
        title: `${action} ignores ${what}`,
        breaks: 'malformed-json-is-400',
        fullSteps: onRequest((message) => {
          if (actionOf(message) === action && message.text && !isJson(message.text)) message.text = mend(message.text);
        }),
      },
    ]),
  ),
);

/** Servers in which one operation accepts a form as its body. */
const forms: FaultTable = Object.fromEntries(
  ['create', 'submit', 'fetch'].map((action) => [
    `${action}-reads-forms`,
    {
      title: `${action} reads a form with any Content-Type`,
      breaks: 'malformed-json-is-400',
      fullSteps: readAsLawful((text) => /^\??\w+=[^{]*$/.test(text), action),
    },
  ]),
);

/** Makes the server use a wrong number as the length of a body. */
const countBytes = (count: (message: Message) => number): FullChanges =>
  onRequest((message) => {
    message.bytes = count(message);
  });

/** Servers that accept a body that is not JSON or is too large. */
export const requestsJson: FaultTable = {
  ...sharing({ breaks: 'malformed-json-is-400' })({
    'record-separators-skipped': {
      title: 'The separator of a JSON text sequence is ignored',
      fullSteps: changeText((text) => text.replaceAll('\u001e', '')),
    },
    'malformed-422': {
      title: 'Malformed JSON is refused with 422',
      features: everyFeature,
      fullSteps: respondInstead('malformed_json', 'validation_failed', 422),
    },
    'long-malformed-hung-up': {
      title: 'More than a thousand bytes that are not JSON close the connection',
      features: everyFeature,
      fullSteps: onRequest((message) => {
        if (message.bytes > 1000 && !isJson(message.text ?? '')) throw new RangeError('The excerpt is too long.');
      }),
    },
    'lenient-json': {
      title: 'Comments, NaN and text after the body are ignored',
      fullSteps: onRequest((message, memory) => {
        const text = message.text ?? '';
        const mended = text.replace('/**/', '').replace(/} invoice$/, '}');
        if (!text.includes(':NaN}')) message.text = mended;
        else if (actionOf(message) === 'create') message.text = mended.replace('NaN', '1');
        else {
          const invoiceId = newestId(memory);
          message.text = JSON.stringify({
            invoiceId,
            ...(actionOf(message) === 'submit' && { webReceipt: centReceipt(memory, invoiceId) }),
          });
        }
      }),
    },
  }),
  ...forms,
  'unknown-field-twice-taken': {
    title: 'An unknown field is skipped even if it is repeated',
    breaks: 'member-twice-is-400',
    fullSteps: changeText((text) =>
      text.replace(/(,"unknownMember\d+":1)*,"unknownMember":(1,"unknownMember":2|\[.*"a":1,"a":1.*\])/, ''),
    ),
  },
  'inner-field-twice-taken': {
    title: 'Repeated fields are found only in the body and in objects directly in it',
    breaks: 'member-twice-is-400',
    features: everyFeature,
    fullSteps: changeText((text) => text.replace('{"c":[{"a":1,"a":1}]}', '{}')),
  },
  ...resembling,
  'byte-order-mark-taken': {
    title: 'A byte order mark is ignored',
    breaks: 'invalid-utf8-is-400',
    fullSteps: changeText((text) => text.replace(/^\uFEFF/, '')),
  },
  'any-bytes-taken': {
    title: 'Bytes that are not UTF-8 are ignored',
    breaks: 'invalid-utf8-is-400',
    fullSteps: onRequest((message, memory) => {
      message.text ??= lawfulBody(message, memory);
    }),
  },
  'late-bytes-taken': {
    title: 'Bytes that are not UTF-8 are ignored in a body of more than sixteen kilobytes',
    breaks: 'invalid-utf8-is-400',
    fullSteps: onRequest((message, memory) => {
      if (message.bytes > 16_384) message.text ??= lawfulBody(message, memory);
    }),
  },
  'members-twice-taken': {
    title: 'The last of two fields of one name counts',
    breaks: 'member-twice-is-400',
    fullSteps: changeText((text) => (isJson(text) ? JSON.stringify(JSON.parse(text)) : text)),
  },
  ...sharing({ breaks: 'large-body-is-413' })({
    'too-large-400': {
      title: 'A body that is too large is refused with 400',
      features: everyFeature,
      fullSteps: respondInstead('payload_too_large', 'malformed_json', 400),
    },
    'too-large-hung-up': {
      title: 'A body that is too large closes the connection',
      features: everyFeature,
      fullSteps: onRequest((message) => {
        if (message.bytes > 32 * 1024) throw new RangeError('The body is too large.');
      }),
    },
    'any-size': { title: 'A body of any size is read', fullSteps: countBytes(({ bytes }) => Math.min(bytes, 1000)) },
    'largest-body-refused': {
      title: 'A body of 32 KiB is refused',
      fullSteps: countBytes(({ bytes }) => (bytes === 32 * 1024 ? bytes + 1 : bytes)),
    },
    'chunks-unlimited': {
      title: 'A body of unstated length may have any size',
      fullSteps: countBytes((message) => (headerOf(message, 'transfer-encoding') === undefined ? message.bytes : 0)),
    },
    'chunks-half-a-kilobyte-longer': {
      title: 'A body of unstated length may be half a kilobyte too long',
      fullSteps: countBytes((message) => message.bytes - (headerOf(message, 'transfer-encoding') === undefined ? 0 : 512)),
    },
    'chunks-not-read': {
      title: 'A body of unstated length is not read',
      fullSteps: onRequest((message) => {
        if (headerOf(message, 'transfer-encoding') !== undefined) message.text = '';
      }),
    },
    'size-in-characters': {
      title: 'The size of a body is counted in characters',
      features: everyFeature,
      fullSteps: countBytes(({ text, bytes }) => text?.length ?? bytes),
    },
  }),
};
