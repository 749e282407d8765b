import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { editBody, editUrls, refuseField, replaceField } from '../changes/change-request.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

const isUrl = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value);
const host = (value: unknown): string => (isUrl(value) ? new URL(value).hostname : '');

/** Makes the server accept a URL that is not allowed, by replacing it with an allowed one. */
const take = (field: 'callbackUrl' | 'returnUrl', when: (url: unknown) => boolean): FullChanges =>
  replaceField(field, when, 'https://example.com/');

/** Makes the server accept a callbackUrl that points to an internal address. */
const takeInside = (when: (text: string) => boolean): FullChanges => take('callbackUrl', (url) => when(String(url)));

/** Servers that accept a URL that is not allowed. */
export const requestsUrls: FaultTable = {
  ...sharing({ breaks: 'create-callback-url-https' })({
    'callback-url-any-scheme': {
      title: 'A callbackUrl of any scheme, with user and fragment, is accepted',
      fullSteps: take('callbackUrl', (url) => isUrl(url) && (!/^https?:/.test(url) || /[@#]/.test(url))),
    },
    'empty-url-taken': { title: 'An empty callbackUrl counts as none', fullSteps: take('callbackUrl', (url) => url === '') },
    'url-scheme-by-its-beginning': {
      title: 'The scheme of a callbackUrl only has to begin with https',
      fullSteps: take('callbackUrl', (url) => /^https[^:]+:/.test(String(url))),
    },
    'callback-url-scheme-by-its-end': {
      title: 'The scheme of a callbackUrl only has to end with https',
      fullSteps: take('callbackUrl', (url) => /^[^:]+https:/.test(String(url))),
    },
    'localhost-by-its-end': {
      title: 'A host that ends with localhost may have any port',
      fullSteps: take('callbackUrl', (url) => host(url).endsWith('notlocalhost')),
    },
    'callback-url-any-port': {
      title: 'A callbackUrl may have any port',
      fullSteps: take('callbackUrl', (url) => isUrl(url) && /^https:/.test(url) && !['', '8443'].includes(new URL(url).port)),
    },
    'callback-url-high-ports': {
      title: 'A callbackUrl with a port above 1023 is accepted',
      fullSteps: takeInside((text) => /^https:..example\.com:\d{4}/.test(text)),
    },
    'callback-url-8443-refused': {
      title: 'A callbackUrl with port 8443 is refused',
      fullSteps: refuseField('callbackUrl', (url) => String(url).includes(':8443')),
    },
    'http-outside-a-sandbox': {
      title: 'A deployment that is not a sandbox accepts http',
      noSandbox: true,
      fullSteps: editBody((fields) => {
        if (typeof fields.callbackUrl === 'string') fields.callbackUrl = fields.callbackUrl.replace(/^http:/i, 'https:');
      }),
    },
    'sandbox-takes-http-on-usual-ports': {
      title: 'A sandbox accepts a callbackUrl over http to unusual ports only on its own machine',
      fullSteps: refuseField('callbackUrl', (url) => /^http:..example\.com:\d/i.test(String(url))),
    },
    'sandbox-takes-https-on-usual-ports': {
      title: 'A sandbox accepts a callbackUrl over https to its own machine only on usual ports',
      fullSteps: refuseField('callbackUrl', (url) => /^https:..localhost:\d/i.test(String(url))),
    },
  }),
  ...sharing({ breaks: 'create-return-url-https' })({
    'empty-return-url-taken': { title: 'An empty returnUrl counts as none', fullSteps: take('returnUrl', (url) => url === '') },
    'url-scheme-by-its-end': {
      title: 'The scheme of a returnUrl only has to end with https',
      fullSteps: take('returnUrl', (url) => /^[^:]+https:/.test(String(url))),
    },
    'return-url-scheme-by-its-beginning': {
      title: 'The scheme of a returnUrl only has to begin with https',
      fullSteps: take('returnUrl', (url) => /^https[^:]+:/.test(String(url))),
    },
    'return-url-any-scheme': {
      title: 'A returnUrl of any scheme, with a user, is accepted',
      fullSteps: take('returnUrl', (url) => isUrl(url) && (!/^https?:/.test(url) || url.includes('@'))),
    },
    'return-url-escaped-user': {
      title: 'A user in a returnUrl is overlooked if it has an escaped @',
      fullSteps: take('returnUrl', (url) => /^https:.*%40.*@/.test(String(url))),
    },
    'return-url-in-any-script': {
      title: 'A returnUrl may have letters beyond ASCII',
      fullSteps: take('returnUrl', (url) => /[^\0-\x7f]/.test(String(url))),
    },
    'return-over-http-outside-a-sandbox': {
      title: 'A deployment that is not a sandbox accepts a returnUrl over http',
      noSandbox: true,
      fullSteps: editBody((fields) => {
        if (typeof fields.returnUrl === 'string') fields.returnUrl = fields.returnUrl.replace(/^http:/i, 'https:');
      }),
    },
    'return-over-http-refused-in-a-sandbox': {
      title: 'A sandbox that accepts a callbackUrl over http refuses a returnUrl over http',
      features: ['limits', 'callbacks'],
      fullSteps: refuseField('returnUrl', (url) => /^http:/i.test(String(url))),
    },
    'urls-trimmed': { title: 'White space around a URL is dropped', fullSteps: editUrls((url) => url.trim()) },
    'url-unescaped-taken': {
      title: 'URLs with characters that a URI has to escape are accepted',
      fullSteps: editUrls((url) =>
        /^https:\/\/example\.com\/.*([{}|^`"<>\\ ]|%(?![\da-f]{2}))/i.test(url) ? 'https://example.com/' : url,
      ),
    },
    'return-url-ports-refused': {
      title: 'A returnUrl with a port is refused',
      fullSteps: refuseField('returnUrl', (url) => isUrl(url) && new URL(url).port !== ''),
    },
    'return-url-addresses-refused': {
      title: 'A returnUrl with an IPv6 address for a host is refused',
      fullSteps: refuseField('returnUrl', (url) => host(url).startsWith('[')),
    },
  }),
  ...sharing({ breaks: 'create-callback-url-public' })({
    'callback-url-to-the-unlisted': {
      title: 'A callbackUrl is refused only for the best known internal addresses, and names in lower case',
      fullSteps: take(
        'callbackUrl',
        (url) => /\.[A-Z]+\//.test(String(url)) || /^(172\.(1[7-9]|[23])|0\.|198\.18|224|240|\[64)/.test(host(url)),
      ),
    },
    'callback-url-shortened': {
      title: 'A callbackUrl with a shortened address is accepted',
      fullSteps: take('callbackUrl', (url) => /^https:..\d+\.\d+\//.test(String(url))),
    },
    'callback-url-inside': {
      title: 'A callbackUrl to an internal address is accepted',
      fullSteps: take('callbackUrl', (url) => /^\[|^\d|(local|internal)\.?$/.test(host(url)) && host(url) !== '127.0.0.1'),
    },
    'callback-url-octal': {
      title: 'Octal and hexadecimal parts of an address count as a name',
      fullSteps: take('callbackUrl', (url) => /^https:..0[\dx][\da-fx.]*\//.test(String(url))),
    },
    'callback-url-documentation': {
      title: 'Addresses for documentation, broadcasts and the ends of ranges are accepted',
      fullSteps: take('callbackUrl', (url) => /^(203\.|192\.0\.|198\.(51|19)|255\.|100\.127)/.test(host(url))),
    },
    'callback-url-ipv6': {
      title: 'Of IPv6 addresses, only fd00::/8 and fe80::/16 are refused',
      fullSteps: take(
        'callbackUrl',
        (url) => host(url).startsWith('[') && !/^\[(fd|fe80)/.test(host(url)) && host(url) !== '[::1]',
      ),
    },
    ...alike(takeInside, {
      'callback-url-octal-as-decimal': [
        'Octal numbers in an address are read as decimal ones',
        (text) => /^https:..0\d/.test(text),
      ],
      'callback-url-hexadecimal': ['An address with hexadecimal numbers counts as a name', (text) => /^https:..0x/i.test(text)],
      'callback-url-of-few-numbers': [
        'An address of fewer than four numbers counts as a name',
        (text) => /^https:..\d+(\.\d+){0,2}\//.test(text),
      ],
      'callback-url-escaped': [
        'The host of a callbackUrl is compared without normalising it',
        (text) => /^https:..[^/]*([%A-Z]|[^\0-\x7f])/.test(text),
      ],
      'callback-url-6to4': ['A private address passes inside a 6to4 one', (text) => text.includes('[2002:')],
      'callback-url-ipv4-compatible': ['A private address passes inside an IPv6 one', (text) => /\[::(10|a00)/.test(text)],
      'callback-url-ipv6-of-tests': [
        'IPv6 addresses for local translation and for benchmarks pass',
        (text) => /\[(64:ff9b:1:|2001:2:)/.test(text),
      ],
      'callback-url-ipv6-multicast': [
        'IPv6 multicast addresses and the unspecified one pass',
        (text) => /\[(ff|::\]|fec)/.test(text),
      ],
      'callback-url-ends-of-ranges': ['The last addresses of private ranges pass', (text) => /\.255\.255\//.test(text)],
      'callback-url-inside-with-port': [
        'Names of the local network pass with a port',
        (text) => /^https:..[^/]*(local|internal):8443\//.test(text),
      ],
      'callback-url-bare-local': [
        'The names local and internal pass without a dot in front',
        (text) => /^https:..(local|internal)\//.test(text),
      ],
    }),
    'callback-url-public-refused': {
      title: 'All addresses that begin with 172 are refused',
      fullSteps: refuseField('callbackUrl', (url) => host(url).startsWith('172.')),
    },
    'callback-url-loopback-refused': {
      title: 'The sandbox accepts http and refuses loopback',
      fullSteps: refuseField('callbackUrl', (url) => host(url) === 'localhost'),
    },
    'loopback-outside-a-sandbox': {
      title: 'A deployment that is not a sandbox accepts its own machine',
      noSandbox: true,
      fullSteps: take('callbackUrl', (url) => /localhost|127\.0\.0\.1/.test(String(url))),
    },
    'spelled-loopback-outside-a-sandbox': {
      title: 'A deployment that is not a sandbox accepts its own machine as a single number',
      noSandbox: true,
      fullSteps: take('callbackUrl', (url) => /2130706433/.test(String(url))),
    },
  }),
};
