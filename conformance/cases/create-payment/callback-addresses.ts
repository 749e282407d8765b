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

export const callbackAddressesCases: DeclareCases = (contract) => [
  ...addressCases(contract),
  ...callbackPortsCases(contract),
  ...notAUriCases(contract),
];

/** Hosts that are not global, grouped by how they are written (IANA's special-purpose address registries, RFC 6890). */
const inside: { id: string; title: string; hosts: string[]; code?: string }[] = [
  {
    id: 'ipv4',
    title: 'an IPv4 address that is not global',
    hosts: [
      ...['10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255', '169.254.0.1', '100.64.0.0'],
      ...['100.127.255.255', '0.1.2.3', '198.18.0.0', '198.19.255.255', '239.255.255.255', '255.255.255.255'],
    ],
    code: 'url_not_allowed',
  },
  {
    id: 'documentation',
    title: 'an address that is kept for documentation',
    hosts: ['192.0.2.1', '198.51.100.1', '203.0.113.7', '[2001:db8::1]'],
    code: 'url_not_allowed',
  },
  {
    id: 'octal',
    title: 'an address with octal numbers',
    hosts: ['012.0.0.1', '0300.0250.0.1', '0254.16.1.1', '01200000001', '0251.0376.0251.0376', '00000012.0.0.1'],
  },
  {
    id: 'hexadecimal',
    title: 'an address with hexadecimal numbers',
    hosts: ['0xa.0.0.1', '0XA.0x0.0x0.0x1', '0xc0.0xa8.1.1', '0xA9FEA9FE', '0xac.0x10.1', '0xa000001'],
  },
  {
    id: 'short',
    title: 'an address of one, two or three numbers',
    hosts: ['10.0.1', '192.168.257', '172.1048577', '2886729729', '2852039166', '0', '10.0.0.1.'],
  },
  {
    id: 'escaped',
    title: 'an address or a name with escapes, in other digits or in capitals',
    hosts: [
      ...['%31%30.0.0.1', '10%2e0.0.1', '\uff11\uff10.0.0.1', '10\u30020\u30020\u30021', 'printer.%6cocal', 'METADATA.Internal'],
    ],
  },
  {
    id: 'ipv6',
    title: 'an IPv6 address that is not global',
    hosts: ['[::]', '[fc00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:2::1]'],
    code: 'url_not_allowed',
  },
  {
    id: 'ipv4-inside',
    title: 'an IPv6 address that carries a private IPv4 address',
    hosts: [
      ...['[::ffff:a00:1]', '[::ffff:192.168.1.1]', '[0:0:0:0:0:ffff:a9fe:a9fe]', '[::10.0.0.1]', '[::a00:7]'],
      ...['[64:ff9b::10.0.0.1]', '[64:ff9b::c0a8:101]', '[64:ff9b:1::a00:1]'],
    ],
  },
  {
    id: '6to4',
    title: 'a 6to4 address of a private IPv4 address',
    hosts: ['[2002:a00:1::]', '[2002:c0a8:101::1]', '[2002:a9fe:a9fe::]'],
  },
  {
    id: 'names',
    title: 'a name that only the local network knows',
    hosts: ['local', 'internal', 'a.b.local', 'a.b.internal', 'printer.local.', 'PRINTER.LOCAL.', 'metadata.google.internal'],
    code: 'url_not_allowed',
  },
];

/** Public hosts next to the ranges that are not public, and names that only resemble local ones. */
const outside = [
  ...['local.example.com', 'localhost.example.com', 'internal.example.com', 'mylocal.example', 'notinternal.example'],
  ...['8.8.8.8', '11.0.0.1', '172.15.0.1', '172.32.0.1', '192.169.0.1', '100.63.255.255', '100.128.0.1', '169.253.0.1'],
  ...['198.17.0.1', '198.20.0.1', '223.255.254.1', '[2606:4700:4700::1111]'],
];

const addressCases: DeclareCases = (contract) => {
  const url = publicUrl(contract);
  return url === undefined ? [] : declare(contract, url);
};

function declare(contract: Contract, url: PublicUrl): Case[] {
  const { field, ofHost: requirement } = url;
  return [
    ...inside.map(({ id, title, hosts, code }) =>
      refusedUrlsCase(contract, {
        id: `create-payment/callback-addresses/${id}`,
        title: `create-payment refuses a ${field} to ${title}`,
        field,
        requirement,
        // Tries some hosts with a port too, because some programs take the port off before they check a host, and some do not.
        urls: [...hosts, ...hosts.slice(-3).map((host) => `${host}:8443`)].map((host) => `https://${host}/callbacks`),
        ...(code !== undefined && { code }),
      }),
    ),
    {
      id: 'create-payment/callback-addresses/public',
      title: `create-payment accepts a ${field} to a public host, even one next to a range that is not public`,
      requirement,
      operations: ['create-payment'],
      derived: true,
      run: ({ subject }) =>
        judgeAcceptedUrls(contract, subject, { field, requirement, urls: outside.map((host) => `https://${host}/callbacks`) }),
    },
    sandboxAlone(contract, url),
  ];
}

const ownMachine = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', '127.0.0.1', '127.1.2.3', '127.1', '2130706433', '0x7f000001'],
  ...['0177.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
];

/**
 * Declares a case about plain http and loopback, which only a sandbox accepts. A sandbox must accept all spellings; any other
 * deployment must accept none. A deployment counts as live if it refuses http, or if the user says so with `--no-sandbox`.
 */
function sandboxAlone(contract: Contract, { field, ofHost, ofForm }: PublicUrl): Case {
  return {
    id: 'create-payment/callback-addresses/loopback',
    title: `A sandbox accepts a ${field} over http, and to its own machine by each of its names; any other deployment refuses both`,
    requirement: ofHost,
    covers: [ofForm, 'create-validation-is-422', 'problem-names-members'],
    operations: ['create-payment'],
    derived: true,
    async run({ subject, features }) {
      const plain = await subject.create({ ...subject.createBody, [field]: 'http://example.com/callbacks' });
      const isSandbox = hasSucceeded(plain);
      if (isSandbox && !subject.settings.noSandbox) {
        const urls = ['http://127.0.0.1:9999/c', 'http://localhost:9999/c', 'http://[::1]:9999/c', 'https://localhost/c'];
        const judged = await judgeAcceptedUrls(contract, subject, { field, requirement: ofHost, urls });
        if (judged.length > 0) return judged;
        const onAnyPort = ['http://example.com:9999/c', 'https://localhost:9999/c'];
        return judgeAcceptedUrls(contract, subject, { field, requirement: ofForm, urls: onAnyPort });
      }
      const overHttp = ['http://example.com/c', 'http://example.com:443/c', 'HTTP://example.com/c'];
      const judged = await judgeRefusedUrls(contract, subject, features, { field, requirement: ofForm, urls: overHttp });
      if (judged.length > 0) return judged;
      const urls = ownMachine.map((host) => `https://${host}/c`);
      return judgeRefusedUrls(contract, subject, features, { field, requirement: ofHost, urls });
    },
  };
}

/** Ports on which other services listen. */
const others = [1, 22, 25, 80, 443, 3000, 4433, 4443, 6379, 8080, 8443, 9000, 9443, 10_443, 65_535];

/** Cases for the ports and the scheme of a callbackUrl. */
const callbackPortsCases: DeclareCases = (contract) => {
  const url = publicUrl(contract);
  if (url === undefined) return [];
  const { field, ofForm: requirement } = url;
  // A contract without a list of ports allows every port.
  const ports = Array.isArray(url.rules.ports) ? url.rules.ports : [];
  const near = [...new Set([...ports.flatMap((port) => [port - 1, port + 1]), ...others])].filter(
    (port) => !ports.includes(port),
  );
  const refused = refusedUrlsCase(contract, {
    id: 'create-payment/callback-ports/others',
    title: `create-payment refuses a ${field} with a port other than ${ports.join(' and ')}`,
    field,
    requirement,
    urls: near.map((port) => `https://example.com:${port}/callbacks`),
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
            ...(ports.length > 0 ? ports : others).map((port) => `https://example.com:${port}/callbacks`),
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
        ...['ftps://example.com/c', 'wss://example.com/c', 'file:///etc/passwd', 'gopher://example.com/c'],
        ...['httpss://example.com/c'],
        ...['data:text/plain,a', 'mailto:a@example.com', 'unix:///run/a.sock', 'https:example.com/c', '//example.com/c', '/c'],
        ...['https://:secret@example.com/c', 'https://example.com@10.0.0.1/c', 'https://a%40b:c@example.com/c', 'https://'],
      ],
    }),
  ];
};

/**
 * Strings that follow the host in a URL. Browsers accept them there but RFC 3986 does not, because a URI must escape these
 * characters.
 */
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
