import { expect, test } from 'vitest';
import { findCallbackUrlViolation } from './find-callback-url-violation.ts';

const live = (url: string) => findCallbackUrlViolation(url, { sandbox: false });
const sandbox = (url: string) => findCallbackUrlViolation(url, { sandbox: true });
/** Splits a text into words at white space. */
const listed = (text: string) => text.trim().split(/\s+/);
const refused = expect.objectContaining({ code: 'url_not_allowed' });

/** Loopback and private addresses, in every spelling that a URL parser reads as an address. */
const loopback = listed(`
  127.0.0.1 127.1 127.0.0.1. 2130706433 017700000001 0x7f000001 0x7f.1 0177.0.0.1 0x7F.0x0.0x0.0x1 127。0。0。1 127．0．0．1
  １２７.0.0.1 ①②⑦.0.0.1 %31%32%37.0.0.1 [::1] [0:0:0:0:0:0:0:1] [0000::0001]
`);
const inside = listed(`
  0.0.0.0 0 10.0.0.1 012.0.0.1 167772161 100.64.0.1 169.254.169.254 0xa9fea9fe 2852039166 172.16.0.1 192.168.1.1
  192.168.257 198.18.0.1 224.0.0.1 255.255.255.255 [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]
  [64:ff9b::7f00:1] [64:ff9b:1::10.0.0.1] [2002:7f00:1::] [2001:0:7f00:1::1] [fc00::1] [fd00:ec2::254] [fe80::1]
  [ff02::1] [2001:db8::1]
`);
const names = ['LOCALHOST', 'ｌocalhost', 'localhost.', 'localhost..', 'a.localhost', 'ⓛocalhost'];
const google = ['metadata.google.internal', 'metadata。google。internal'];
const insideNames = ['local', 'printer.local', 'printer.LOCAL.', 'internal', ...google];

test.each([...loopback, ...inside, ...names, ...insideNames])('https://%s is a private or local host and is rejected', (host) => {
  expect(live(`https://${host}/hook`)).toEqual(refused);
});

test.each([...loopback, 'localhost', 'LOCALHOST', 'a.localhost'])('the sandbox accepts http://%s', (host) => {
  expect(sandbox(`http://${host}:8123/hook?a=1`)).toBeUndefined();
});

test('the sandbox accepts https with other ports only for this machine; other hosts have the rules of a live server', () => {
  expect(sandbox('https://localhost:9443/hook')).toBeUndefined();
  expect(sandbox('http://shop.example:9443/hook')).toBeUndefined();
  expect(sandbox('https://shop.example:8443/hook')).toBeUndefined();
  expect(sandbox('https://shop.example:9443/hook')?.detail).toContain('port 443 or 8443');
});

test.each([...inside, ...insideNames])('the sandbox also rejects http://%s', (host) => {
  expect(sandbox(`http://${host}/hook`)).toEqual(refused);
});

const allowed = listed(`
  shop.example/hook shop.example./hook shop.example:443/hook shop.example:8443/hook?order=1@2 SHOP.example
  münchen.example/hook 8.8.8.8/hook [2606:4700::1111]/hook localhost.shop.example/ internal-shop.example/
  127.0.0.1.nip.io/
`);

test.each(allowed)('https://%s is allowed', (rest) => expect(live(`https://${rest}`)).toBeUndefined());

test.each([
  ['http://shop.example/', 'https://'],
  ['HTTP://shop.example/', 'https://'],
  ['ftp://shop.example/', 'https://'],
  ['file:///etc/passwd', 'absolute URL'],
  ['https://shop.example:80/', 'port 443 or 8443'],
  ['https://shop.example:22/', 'port 443 or 8443'],
  ['https://user:word@shop.example/', 'must not contain a user name'],
  ['https://user@shop.example/', 'must not contain a user name'],
  ['https://@shop.example/', 'must not contain a user name'],
  ['https://shop.example:8443@127.0.0.1/', 'must not contain a user name'],
  ['https://127.0.0.1\\@shop.example/', 'absolute URL'],
  ['https:\\\\shop.example/', 'absolute URL'],
  ['https:/shop.example/', 'absolute URL'],
  ['https:shop.example', 'absolute URL'],
  ['//shop.example/', 'absolute URL'],
  ['https://', 'absolute URL'],
  ['https:///hook', 'absolute URL'],
  ['https://shop.example/a b', 'absolute URL'],
  ['https://shop\t.example/', 'absolute URL'],
  ['https://shop.example/\n', 'absolute URL'],
  ['https://256.0.0.1/', 'absolute URL'],
  ['https://[::1/', 'absolute URL'],
  ['https://shop.example:99999/', 'absolute URL'],
  ['https://[fe80::1%25eth0]/', 'absolute URL'],
  ['https://shop.example/#top', 'must not contain a fragment'],
  ['https://shop.example/#', 'must not contain a fragment'],
  ['', 'absolute URL'],
])('%j is refused', (url, why) => expect(live(url)?.detail).toContain(why));

test.each([
  ...['https://-/', 'https://.../', 'https://a..example/', 'https://-a.example/', 'https://a-.example/'],
  ...[`https://${'a'.repeat(64)}.example/`, `https://${'a.'.repeat(900)}example/`],
])('%s does not name a host that the DNS can contain', (url) => expect([live(url), sandbox(url)]).toEqual([refused, refused]));

test.each(['https://a.example./', 'https://_dmarc.example/', 'https://xn--e1afmkfd.example/', 'https://1.example/'])(
  '%s names a host that the DNS can contain',
  (url) => expect(live(url)).toBeUndefined(),
);

test('an address at which clouds serve their machines is not on the public Internet', () => {
  expect(live('https://168.63.129.16/')).toEqual(refused);
  expect(live('https://168.63.129.17/')).toBeUndefined();
});
