import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, operationById, requirementsOf } from '../../src/contract/contract.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import {
  judgeAcceptedUrls,
  judgeRefusedUrls,
  type PublicUrl,
  publicUrl,
  refusedUrlsCase,
} from '../derive/requests/refused-urls.ts';
import { firstWrong } from '../play/odd-input.ts';

/** Cases for the host, the port and the scheme of a URL that must be public, and for strings that are not URIs. */
export const callbackAddressesCases: DeclareCases = (contract) => {
  const url = publicUrl(contract);
  return [...(url ? [...addressCases(contract, url), ...portCases(contract, url)] : []), ...notAUriCases(contract)];
};

/** Hosts that are not global (RFC 6890, IANA's special-purpose address registries), grouped by how they are written. */
const inside: Record<string, { title: string; hosts: string[]; code?: string }> = {
  ipv4: {
    title: 'an IPv4 address that is not global',
    hosts: [
      ...['10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255', '169.254.0.1', '100.64.0.0'],
      ...['100.127.255.255', '0.1.2.3', '198.18.0.0', '198.19.255.255', '239.255.255.255', '255.255.255.255'],
    ],
    code: 'url_not_allowed',
  },
  documentation: {
    title: 'an address that is kept for documentation',
    hosts: ['192.0.2.1', '198.51.100.1', '203.0.113.7', '[2001:db8::1]'],
    code: 'url_not_allowed',
  },
  octal: {
    title: 'an address with octal numbers',
    hosts: ['012.0.0.1', '0300.0250.0.1', '0254.16.1.1', '01200000001', '0251.0376.0251.0376', '00000012.0.0.1'],
  },
  hexadecimal: {
    title: 'an address with hexadecimal numbers',
    hosts: ['0xa.0.0.1', '0XA.0x0.0x0.0x1', '0xc0.0xa8.1.1', '0xA9FEA9FE', '0xac.0x10.1', '0xa000001'],
  },
  short: {
    title: 'an address of one, two or three numbers',
    hosts: ['10.0.1', '192.168.257', '172.1048577', '2886729729', '2852039166', '0', '10.0.0.1.'],
  },
  escaped: {
    title: 'an address or a name with escapes, in other digits or in capitals',
    hosts: [
      ...['%31%30.0.0.1', '10%2e0.0.1', '\uff11\uff10.0.0.1', '10\u30020\u30020\u30021', 'printer.%6cocal'],
      'METADATA.Internal',
    ],
  },
  ipv6: {
    title: 'an IPv6 address that is not global',
    hosts: ['[::]', '[fc00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:2::1]'],
    code: 'url_not_allowed',
  },
  'ipv4-inside': {
    title: 'an IPv6 address that carries a private IPv4 address',
    hosts: [
      ...['[::ffff:a00:1]', '[::ffff:192.168.1.1]', '[0:0:0:0:0:ffff:a9fe:a9fe]', '[::10.0.0.1]', '[::a00:7]'],
      ...['[64:ff9b::10.0.0.1]', '[64:ff9b::c0a8:101]', '[64:ff9b:1::a00:1]'],
    ],
  },
  '6to4': {
    title: 'a 6to4 address of a private IPv4 address',
    hosts: ['[2002:a00:1::]', '[2002:c0a8:101::1]', '[2002:a9fe:a9fe::]'],
  },
  names: {
    title: 'a name that only the local network knows',
    hosts: ['local', 'internal', 'a.b.local', 'a.b.internal', 'printer.local.', 'PRINTER.LOCAL.', 'metadata.google.internal'],
    code: 'url_not_allowed',
  },
};

/** Public hosts next to the ranges that are not public, and names that only resemble local ones. */
const outside = [
  ...['local.example.com', 'localhost.example.com', 'internal.example.com', 'mylocal.example', 'notinternal.example'],
  ...['8.8.8.8', '11.0.0.1', '172.15.0.1', '172.32.0.1', '192.169.0.1', '100.63.255.255', '100.128.0.1', '169.253.0.1'],
  ...['198.17.0.1', '198.20.0.1', '223.255.254.1', '[2606:4700:4700::1111]'],
];

const ownMachine = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', '127.0.0.1', '127.1.2.3', '127.1', '2130706433', '0x7f000001'],
  ...['0177.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
];

/** Declares cases for hosts. A sandbox accepts plain http, and loopback in every spelling; other deployments refuse both. */
function addressCases(contract: Contract, { field, ofHost, ofForm }: PublicUrl): Case[] {
  return [
    ...Object.entries(inside).map(([id, { title, hosts, ...code }]) =>
      refusedUrlsCase(contract, {
        id: `create-payment/callback-addresses/${id}`,
        title: `create-payment refuses a ${field} to ${title}`,
        field,
        requirement: ofHost,
        // Tries some hosts with a port too, because some programs take the port off before they check a host, and some do not.
        urls: [...hosts, ...hosts.slice(-3).map((host) => `${host}:8443`)].map((host) => `https://${host}/callbacks`),
        ...code,
      }),
    ),
    {
      id: 'create-payment/callback-addresses/public',
      title: `create-payment accepts a ${field} to a public host, even one next to a range that is not public`,
      requirement: ofHost,
      operations: ['create-payment'],
      derived: true,
      run({ subject }) {
        const urls = outside.map((host) => `https://${host}/callbacks`);
        return judgeAcceptedUrls(contract, subject, { field, requirement: ofHost, urls });
      },
    },
    {
      id: 'create-payment/callback-addresses/loopback',
      title: `A sandbox accepts a ${field} over http, and to its own machine by each of its names; any other deployment refuses both`,
      requirement: ofHost,
      covers: [ofForm, 'create-validation-is-422', 'problem-names-members'],
      operations: ['create-payment'],
      derived: true,
      async run({ subject, features }) {
        const plain = await subject.create({ ...subject.createBody, [field]: 'http://example.com/callbacks' });
        // A deployment counts as live if it refuses http, or if the user says so with `--no-sandbox`.
        const isSandbox = hasSucceeded(plain) && !subject.settings.noSandbox;
        const tries: [requirement: string, urls: string[]][] = isSandbox
          ? [
              [ofHost, ['http://127.0.0.1:9999/c', 'http://localhost:9999/c', 'http://[::1]:9999/c', 'https://localhost/c']],
              [ofForm, ['http://example.com:9999/c', 'https://localhost:9999/c']],
            ]
          : [
              [ofForm, ['http://example.com/c', 'http://example.com:443/c', 'HTTP://example.com/c']],
              [ofHost, ownMachine.map((host) => `https://${host}/c`)],
            ];
        return firstWrong(tries, ([requirement, urls]) => {
          const about = { field, requirement, urls };
          return isSandbox ? judgeAcceptedUrls(contract, subject, about) : judgeRefusedUrls(contract, subject, features, about);
        });
      },
    },
  ];
}

/** Ports on which other services listen. */
const others = [1, 22, 25, 80, 443, 3000, 4433, 4443, 6379, 8080, 8443, 9000, 9443, 10_443, 65_535];

function portCases(contract: Contract, { field, ofForm: requirement, rules }: PublicUrl): Case[] {
  // A contract without a list of ports allows every port.
  const ports = Array.isArray(rules.ports) ? rules.ports : [];
  const near = new Set([...ports.flatMap((port) => [port - 1, port + 1]), ...others]);
  const urlsWith = (some: number[]) => some.map((port) => `https://example.com:${port}/callbacks`);
  const refused = refusedUrlsCase(contract, {
    id: 'create-payment/callback-ports/others',
    title: `create-payment refuses a ${field} with a port other than ${ports.join(' and ')}`,
    field,
    requirement,
    urls: urlsWith([...near].filter((port) => !ports.includes(port))),
  });
  return [
    ...(ports.length > 0 ? [refused] : []),
    {
      id: 'create-payment/callback-ports/right',
      title: `create-payment accepts a ${field} with ${ports.length > 0 ? `port ${ports.join(' and ')}` : 'any port'}, or without one`,
      requirement,
      operations: ['create-payment'],
      derived: true,
      run: ({ subject }) =>
        judgeAcceptedUrls(contract, subject, {
          field,
          requirement,
          urls: [
            ...urlsWith(ports.length > 0 ? ports : others),
            'https://example.com/callbacks?shop=7&from=a%20shop',
            'HTTPS://Example.com/callbacks',
          ],
        }),
    },
    refusedUrlsCase(contract, {
      id: 'create-payment/callback-ports/schemes',
      title: `create-payment refuses a ${field} of any other scheme, or with a user`,
      field,
      requirement,
      urls: [
        ...['ftps://example.com/c', 'wss://example.com/c', 'gopher://example.com/c', 'httpss://example.com/c', '/c'],
        'file:///etc/passwd',
        ...['data:text/plain,a', 'mailto:a@example.com', 'unix:///run/a.sock', 'https:example.com/c', '//example.com/c'],
        ...['https://:secret@example.com/c', 'https://example.com@10.0.0.1/c', 'https://a%40b:c@example.com/c', 'https://'],
      ],
    }),
  ];
}

/** Strings that browsers accept after the host of a URL, although a URI must escape these characters (RFC 3986). */
const behindHost = ['a b', '%zz', '%', '{id}', 'a|b', 'a^b', 'a`b', 'a"b', '<a>', 'a\\b', '[a]', 'caf\u00e9', '?a[]=1', '?a|b'];

/** URLs without a host. The first is empty, which some servers treat like an absent URL. */
const withoutHost = ['', 'https://', '//example.com/a', '/a'];

/** URLs with surrounding white space, which browsers' parsers drop. */
const spaced = [' https://example.com/a', 'https://example.com/a ', '\thttps://example.com/a', 'https://example.com/a\n'];

const notAUriCases: DeclareCases = (contract) =>
  Object.entries(operationById(contract, 'createPayment').request.properties ?? {}).flatMap(([field, schema]) => {
    const requirement = requirementsOf(contract, schema).find(
      ({ support, keywords, text }) => support === 'extended' && !keywords && text.includes('https'),
    );
    if (schema['x-url'] === undefined || schema.format !== 'uri' || !requirement) return [];
    return [
      refusedUrlsCase(contract, {
        id: `create-payment/not-a-uri/${field}`,
        title: `create-payment refuses a ${field} without a host, or with characters that a URI has to escape`,
        field,
        requirement: requirement.id,
        urls: [...behindHost.map((text) => `https://example.com/${text}`), ...withoutHost, ...spaced],
      }),
    ];
  });
