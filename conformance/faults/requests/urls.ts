import { replaceField } from '../changes/change-request.ts';
import type { FaultTable } from '../fault.ts';

const isUrl = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value);
const host = (value: unknown): string => (isUrl(value) ? new URL(value).hostname : '');

/** Servers that take a URL that is not allowed. */
export const requestsUrls: FaultTable = {
  'callback-url-any-scheme': {
    title: 'A callbackUrl of any scheme, with user and fragment, is taken',
    breaks: 'create-callback-url-https',
    fullSteps: replaceField(
      'callbackUrl',
      (url) => isUrl(url) && (!/^https?:/.test(url) || /[@#]/.test(url)),
      'https://example.com/',
    ),
  },
  'callback-url-to-the-unlisted': {
    title: 'A callbackUrl is refused only to the best known inside addresses, and to names in small letters',
    breaks: 'create-callback-url-public',
    fullSteps: replaceField(
      'callbackUrl',
      (url) => /\.[A-Z]+\//.test(String(url)) || /^(172\.(1[7-9]|[23])|0\.|198\.18|224|240|\[64)/.test(host(url)),
      'https://example.com/',
    ),
  },
  'callback-url-shortened': {
    title: 'A callbackUrl with a shortened address is taken',
    breaks: 'create-callback-url-public',
    fullSteps: replaceField('callbackUrl', (url) => /^https:..\d+\.\d+\//.test(String(url)), 'https://example.com/'),
  },
  'callback-url-inside': {
    title: 'A callbackUrl to an address inside is taken',
    breaks: 'create-callback-url-public',
    fullSteps: replaceField(
      'callbackUrl',
      (url) => /^\[|^\d|(local|internal)\.?$/.test(host(url)) && host(url) !== '127.0.0.1',
      'https://example.com/',
    ),
  },
  'return-url-any-scheme': {
    title: 'A returnUrl of any scheme, with a user, is taken',
    breaks: 'create-return-url-https',
    fullSteps: replaceField(
      'returnUrl',
      (url) => isUrl(url) && (!/^https?:/.test(url) || url.includes('@')),
      'https://example.com/',
    ),
  },
};
