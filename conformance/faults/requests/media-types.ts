import { everyFeature } from '../../servers/full/every-feature.ts';
import { headerOf, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { respondInstead, respondWith } from '../changes/change-response.ts';
import { onRequest } from '../changes/change-step.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

/** Changes the Content-Type of a request, if it has one. */
function changeType(change: (type: string) => string): FullChanges {
  return onRequest((message) => {
    const given = headerOf(message, 'content-type');
    if (given !== undefined) setHeader(message, 'content-type', change(given));
  });
}

/** Makes the server parse a body as uncompressed JSON, whatever its headers say. */
function readAs(when: (message: Message) => boolean): FullChanges {
  return onRequest((message) => {
    if (!when(message)) return;
    setHeader(message, 'content-type', 'application/json');
    setHeader(message, 'content-encoding', undefined);
  });
}

const typeOf = (message: Message): string => headerOf(message, 'content-type') ?? '';

/** Servers that accept a wrong media type, charset or encoding, or refuse the right one. */
export const requestsMediaTypes: FaultTable = {
  ...sharing({ breaks: 'other-media-type-is-415' })({
    'form-data-ends-in-500': {
      title: 'A body with the Content-Type of form data ends in a 500',
      fullSteps: respondWith({ status: 500 }, (_reply, message) => typeOf(message).startsWith('multipart/')),
    },
    'media-type-400': {
      title: 'Another media type is refused with 400',
      features: everyFeature,
      fullSteps: respondInstead('unsupported_media_type', 'malformed_json', 400),
    },
    ...alike(readAs, {
      'media-type-ignored': ['Content-Type is ignored', (message) => !typeOf(message).includes('charset')],
      'json-anywhere-in-type': [
        'Any media type that contains json is accepted',
        (message) => /json/.test(typeOf(message)) && !typeOf(message).includes('charset'),
      ],
      'hal-taken': ['application/hal+json counts as JSON', (message) => typeOf(message).startsWith('application/hal')],
      'resembling-json-taken': [
        'text/json and types that begin with application/json count as application/json',
        (message) => /json-seq|text.json/.test(typeOf(message)),
      ],
    }),
    'any-kind-of-json': {
      title: 'Every media type that contains json is accepted',
      fullSteps: changeType((given) => (given.includes('json;') || !given.includes('json') ? given : 'application/json')),
    },
    'media-type-by-its-end': {
      title: 'Every media type that ends in application/json is accepted',
      fullSteps: changeType((given) => (given.endsWith('xapplication/json') ? 'application/json' : given)),
    },
    'first-of-several-media-types': {
      title: 'The first of several media types counts',
      fullSteps: changeType((given) => given.replace(/^(application\/json), .*/, '$1')),
    },
    'media-type-by-case': {
      title: 'The media type is accepted only in lower case',
      fullSteps: changeType((given) => (given.startsWith('A') ? 'text/plain' : given)),
    },
    'media-type-and-counted': {
      title: 'A submit of another media type is refused with 415, and its receipt is counted',
      fullSteps: goOnAfter('unsupported_media_type'),
    },
  }),
  ...sharing({ breaks: 'other-charset-is-415' })({
    ...alike(readAs, {
      'charset-ignored': ['A body in utf-16 is read as it is', (message) => /charset=utf-16/.test(typeOf(message))],
      'utf8-without-hyphen': ['charset=utf8 is accepted', (message) => /charset=utf8$/.test(typeOf(message))],
      'windows-taken': ['The charset windows-1252 is accepted', (message) => typeOf(message).includes('windows')],
      'ascii-taken': ['charset=us-ascii is accepted', (message) => /charset=us-ascii$/.test(typeOf(message))],
    }),
    ...alike(changeType, {
      'latin-1-taken': ['A body in ISO 8859-1 is accepted', (given) => given.replace('iso-8859-1', 'utf-8')],
      'charset-name-by-case': [
        'Only a charset in lower case is checked',
        (given) => given.replace(/; *C(?:harset|HARSET)=.*/, ''),
      ],
      'charset-refused': ['A Content-Type with a charset is refused', (given) => (given.includes(';') ? 'text/plain' : given)],
      'charset-by-case': ['charset=UTF-8 in upper case is refused', (given) => (given.includes('UTF') ? 'text/plain' : given)],
      'charset-in-quotes-refused': [
        'charset="utf-8" in quotes is refused',
        (given) => (given.includes('"') ? 'text/plain' : given),
      ],
      'first-parameter-only': [
        'Only the first parameter of Content-Type is looked at',
        (type) => type.replace(/^([^;]*); *(?!charset)[^;]*;.*$/, '$1'),
      ],
      'space-before-parameters-refused': [
        'A space before the parameters of Content-Type is refused',
        (type) => (type.includes(' ;') ? 'text/plain' : type),
      ],
    }),
  }),
  'encoding-ignored': {
    title: 'Content-Encoding is ignored',
    breaks: 'content-encoding-is-415',
    fullSteps: readAs((message) => headerOf(message, 'content-encoding') !== undefined),
  },
  'brotli-unread': {
    title: 'Content-Encoding: br is ignored',
    breaks: 'content-encoding-is-415',
    fullSteps: readAs((message) => headerOf(message, 'content-encoding') === 'br'),
  },
  'identity-taken': {
    title: 'Content-Encoding: identity is accepted',
    breaks: 'content-encoding-is-415',
    fullSteps: readAs((message) => headerOf(message, 'content-encoding') === 'identity'),
  },
};
