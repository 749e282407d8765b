import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { judgeRefusedValue, refusedValueCovers } from './judge-refused-value.ts';

interface Rule {
  member: string;
  requirement: string;
  /** Refused by live deployments and sandboxes alike. */
  urls: Record<string, string>;
}

const rules: Rule[] = [
  {
    member: 'callbackUrl',
    requirement: 'create-callback-url-https',
    urls: {
      ftp: 'ftp://example.com/callbacks',
      script: 'javascript:alert(1)',
      user: 'https://user@example.com/callbacks',
      password: 'https://user:secret@example.com/callbacks',
      fragment: 'https://example.com/callbacks#here',
      'port-8080': 'https://example.com:8080/callbacks',
      'port-444': 'https://example.com:444/callbacks',
      'port-80': 'https://example.com:80/callbacks',
      'port-22': 'https://example.com:22/callbacks',
      'port-65535': 'https://example.com:65535/callbacks',
    },
  },
  {
    member: 'callbackUrl',
    requirement: 'create-callback-url-public',
    urls: {
      'private-10': 'https://10.0.0.1/callbacks',
      'private-172': 'https://172.16.0.1/callbacks',
      'private-172-end': 'https://172.31.255.254/callbacks',
      'private-192': 'https://192.168.1.1/callbacks',
      'link-local': 'https://169.254.169.254/latest/meta-data',
      'shared-100': 'https://100.64.0.1/callbacks',
      'this-network': 'https://0.0.0.0/callbacks',
      'benchmark-198': 'https://198.18.0.1/callbacks',
      multicast: 'https://224.0.0.1/callbacks',
      'reserved-240': 'https://240.0.0.1/callbacks',
      shortened: 'https://10.1/callbacks',
      hexadecimal: 'https://0x0a000001/callbacks',
      decimal: 'https://167772161/callbacks',
      octal: 'https://012.0.0.1/callbacks',
      'octal-throughout': 'https://0300.0250.0001.0001/callbacks',
      'hexadecimal-parts': 'https://0xa.0x0.0.1/callbacks',
      documentation: 'https://203.0.113.7/callbacks',
      'documentation-192': 'https://192.0.2.7/callbacks',
      'documentation-198': 'https://198.51.100.7/callbacks',
      broadcast: 'https://255.255.255.255/callbacks',
      'benchmark-198-19': 'https://198.19.255.254/callbacks',
      'shared-100-127': 'https://100.127.255.254/callbacks',
      'ipv6-unspecified': 'https://[::]/callbacks',
      'ipv6-multicast': 'https://[ff02::1]/callbacks',
      'ipv6-documentation': 'https://[2001:db8::1]/callbacks',
      'ipv6-unique-local-fc': 'https://[fc00::1]/callbacks',
      'ipv6-link-local-end': 'https://[febf::1]/callbacks',
      'ipv4-in-ipv6-hexadecimal': 'https://[::ffff:a00:1]/callbacks',
      'ipv4-by-6to4': 'https://[2002:a00:1::1]/callbacks',
      'ipv6-unique-local': 'https://[fd00::1]/callbacks',
      'ipv6-link-local': 'https://[fe80::1]/callbacks',
      'ipv4-in-ipv6': 'https://[::ffff:10.0.0.1]/callbacks',
      'ipv4-through-ipv6': 'https://[64:ff9b::a00:1]/callbacks',
      'local-in-capitals': 'https://PRINTER.LOCAL/callbacks',
      local: 'https://printer.local/callbacks',
      internal: 'https://metadata.internal/callbacks',
      'internal-with-dot': 'https://metadata.internal./callbacks',
    },
  },
  {
    member: 'returnUrl',
    requirement: 'create-return-url-https',
    urls: {
      ftp: 'ftp://example.com/thanks',
      script: 'javascript:alert(1)',
      data: 'data:text/html,thanks',
      user: 'https://user@example.com/thanks',
    },
  },
];

/** Derives the cases of URLs that create must refuse, wherever it runs. */
export function deriveRefusedUrls(contract: Contract): Case[] {
  return rules.flatMap(({ member: field, requirement, urls }) =>
    Object.entries(urls).map(
      ([id, url]): Case => ({
        id: `create-payment/values/${field}/${id}`,
        title: `create-payment refuses ${field}: ${url}`,
        requirement,
        covers: refusedValueCovers,
        operations: ['create-payment'],
        async run({ subject, features }) {
          const exchange = await subject.create({ ...subject.createBody, [field]: url });
          return judgeRefusedValue(
            contract,
            features,
            { requirement, member: field, difference: `${field}: absent → ${url}` },
            exchange,
          );
        },
      }),
    ),
  );
}
