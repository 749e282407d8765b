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
