import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, type Operation, requirementsOf, type Schema } from '../../../src/contract/contract.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { hasSucceeded } from '../../../src/http/exchange.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { firstWrong } from '../../play/odd-input.ts';
import { judgeRefusedValue, refusedValue } from './written-value.ts';

/** The contract's rules for a URL, from its extension `x-url`. */
export interface UrlRule {
  schemes: string[];
  ports?: number[] | 'any';
  user?: boolean;
  fragment?: boolean;
  hosts?: string;
  sandbox?: { schemes?: string[] };
}

/** Hosts that are not public. Some are written so that a check of the URL's text misses them. */
const notPublic: Record<string, string> = {
  'private-10': '10.0.0.1',
  'private-172': '172.16.0.1',
  'private-172-end': '172.31.255.254',
  'private-192': '192.168.1.1',
  'link-local': '169.254.169.254',
  'shared-100': '100.64.0.1',
  'this-network': '0.0.0.0',
  'benchmark-198': '198.18.0.1',
  multicast: '224.0.0.1',
  'reserved-240': '240.0.0.1',
  shortened: '10.1',
  hexadecimal: '0x0a000001',
  decimal: '167772161',
  octal: '012.0.0.1',
  'octal-throughout': '0300.0250.0001.0001',
  'hexadecimal-parts': '0xa.0x0.0.1',
  documentation: '203.0.113.7',
  'documentation-192': '192.0.2.7',
  'documentation-198': '198.51.100.7',
  broadcast: '255.255.255.255',
  'benchmark-198-19': '198.19.255.254',
  'shared-100-127': '100.127.255.254',
  'ipv6-unspecified': '[::]',
  'ipv6-multicast': '[ff02::1]',
  'ipv6-documentation': '[2001:db8::1]',
  'ipv6-unique-local-fc': '[fc00::1]',
  'ipv6-link-local-end': '[febf::1]',
  'ipv4-in-ipv6-hexadecimal': '[::ffff:a00:1]',
  'ipv4-by-6to4': '[2002:a00:1::1]',
  'ipv6-unique-local': '[fd00::1]',
  'ipv6-link-local': '[fe80::1]',
  'ipv4-in-ipv6': '[::ffff:10.0.0.1]',
  'ipv4-through-ipv6': '[64:ff9b::a00:1]',
  'local-in-capitals': 'PRINTER.LOCAL',
  local: 'printer.local',
  internal: 'metadata.internal',
  'internal-with-dot': 'metadata.internal.',
};

/** Derives cases for URLs that a property's `x-url` forbids in every deployment. */
export function deriveRefusedUrls(contract: Contract, operation: Operation, field: string, schema: Schema): Case[] {
  const rule = schema['x-url'] as UrlRule | undefined;
  if (!rule) return [];
  const path = field === 'callbackUrl' ? 'callbacks' : 'thanks';
  const stated = requirementsOf(contract, schema).filter(({ keywords }) => !keywords);
  const ofHosts = stated.find(({ text }) => text.includes('localhost'));
  const ofForm = stated.find(({ text, support }) => support === 'extended' && text.includes('https'));
  const urls = ofForm ? formsOf(rule, path) : {};
  const hosts = ofHosts && rule.hosts === 'public' ? notPublic : {};
  const features = featuresOfProperty(contract, schema);
  const refused = (id: string, url: string, requirement = ''): Case =>
    refusedValue(operation, field, { id, json: JSON.stringify(url), shown: url, requirement, features, derived: true });
  return [
    ...Object.entries(urls).map(([id, url]) => refused(id, url, ofForm?.id)),
    ...Object.entries(hosts).map(([id, host]) =>
      refused(id, `https://${host}/${id === 'link-local' ? 'latest/meta-data' : path}`, ofHosts?.id),
    ),
  ];
}

/** Ports on which other services listen. */
const otherPorts = [8080, 444, 80, 22, 65_535];

/** Returns URLs whose scheme, port, user or fragment the rule forbids. */
function formsOf({ schemes, ports, sandbox, user, fragment }: UrlRule, path: string): Record<string, string> {
  const allowed = [...schemes, ...(sandbox?.schemes ?? [])];
  const forbidden = ['ftp', 'javascript', 'data'].filter((scheme) => !allowed.includes(scheme));
  const strange: Record<string, string> = { ftp: `//example.com/${path}`, javascript: 'alert(1)', data: `text/html,${path}` };
  // Schemes that begin or end like an allowed one.
  const similar = schemes.flatMap((scheme) => [`${scheme}x`, `x${scheme}`]);
  const closed = Array.isArray(ports) ? otherPorts.filter((port) => !ports.includes(port)) : [];
  return {
    ...Object.fromEntries(forbidden.map((one) => [one === 'javascript' ? 'script' : one, `${one}:${strange[one]}`])),
    ...Object.fromEntries(closed.map((port) => [`port-${port}`, `https://example.com:${port}/${path}`])),
    ...Object.fromEntries(similar.map((scheme) => [`scheme-${scheme}`, `${scheme}://example.com/${path}`])),
    ...(Array.isArray(ports) && { 'port-beside-localhost': `https://example.notlocalhost:8080/${path}` }),
    ...(user === false && {
      user: `https://user@example.com/${path}`,
      password: `https://user:secret@example.com/${path}`,
      'user-escaped': `https://user%40example.com@example.com/${path}`,
    }),
    ...(fragment === false && { fragment: `https://example.com/${path}#here` }),
  };
}

/** A property of the create request whose URL must have a public host, and the requirements about the URL's host and form. */
export interface PublicUrl {
  field: string;
  rules: UrlRule;
  ofHost: string;
  ofForm: string;
}

/** Finds the create property whose `x-url` requires a public host; undefined if the contract has none. */
export function publicUrl(contract: Contract): PublicUrl | undefined {
  const { request } = creatorOf(contract);
  for (const [field, schema] of Object.entries(request.properties ?? {})) {
    const rules = schema['x-url'] as UrlRule | undefined;
    const stated = requirementsOf(contract, schema).filter(({ keywords, support }) => !keywords && support === 'extended');
    const ofHost = stated.find(({ text }) => text.includes('localhost'));
    const ofForm = stated.find(({ text }) => text.includes('https'));
    if (rules?.hosts === 'public' && ofHost && ofForm) return { field, rules, ofHost: ofHost.id, ofForm: ofForm.id };
  }
  return undefined;
}

/** Checks that create refuses each of these URLs in the field, and that `errors` contains `code`, if it is given. */
export function judgeRefusedUrls(
  contract: Contract,
  subject: Subject,
  features: ReadonlySet<string>,
  { field, requirement, urls, code }: { field: string; requirement: string; urls: readonly string[]; code?: string },
): Promise<Finding[]> {
  return firstWrong(urls, async (url) => {
    const exchange = await subject.create({ ...subject.createBody, [field]: url });
    const difference = `${field}: absent → ${url}`;
    const about = { requirement, member: field, difference, ...(code !== undefined && { code }) };
    return judgeRefusedValue(contract, creatorOf(contract), features, about, exchange);
  });
}

export function refusedUrlsCase(
  contract: Contract,
  { id, title, ...about }: Pick<Case, 'id' | 'title'> & Parameters<typeof judgeRefusedUrls>[3],
): Case {
  return {
    id,
    title,
    requirement: about.requirement,
    covers: ['create-validation-is-422', 'problem-names-members'],
    operations: [creatorOf(contract).slug],
    derived: true,
    run: ({ subject, features }) => judgeRefusedUrls(contract, subject, features, about),
  };
}

export function judgeAcceptedUrls(
  contract: Contract,
  subject: Subject,
  { field, requirement, urls }: { field: string; requirement: string; urls: readonly string[] },
): Promise<Finding[]> {
  return firstWrong(urls, async (url) => {
    const exchange = await subject.create({ ...subject.createBody, [field]: url });
    if (hasSucceeded(exchange)) return [];
    const wrong = insteadOf('a success, because the contract allows this URL', exchange);
    return broken(contract, requirement, { member: field, difference: `${field}: absent → ${url}`, ...wrong });
  });
}
