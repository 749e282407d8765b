import { isIP } from 'node:net';
import { connect } from 'node:tls';

const unresolved = 'the host name does not resolve';
const untrusted =
  'its certificate is signed by an authority that is not trusted here; if it should be, name a file with its certificate with --ca';

/** Reasons why a request got no response, by the code of the error. */
const reasons = new Map([
  ['ECONNREFUSED', 'the connection was refused: nothing listens there'],
  ['ENOTFOUND', unresolved],
  ['EAI_AGAIN', unresolved],
  ['ECONNRESET', 'the connection was closed before a response came'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
]);

/** Describes why a request got no response, for the person who can solve the problem. */
export function describeFailure(error: NodeJS.ErrnoException): string {
  const { code = '', message } = error;
  if (code === 'ERR_PROXY_TUNNEL') return describeProxy(error);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return describeTls(error);
  if (code.startsWith('HPE_')) return `what came back is no HTTP response (${message})${byParser(code)}`;
  return reasons.get(code) ?? (message || code || 'the connection failed');
}

/** Explains an error that only Node.js 20 reports: it refuses a tab after Content-Length, which RFC 9112 §5 allows. */
const byParser = (code: string): string =>
  code === 'HPE_INVALID_CONTENT_LENGTH' ? '; a tab after the number is right, but only a newer Node.js than 20 can read it' : '';

/** Describes why a proxy did not open the connection. */
function describeProxy({ statusCode = 0 }: NodeJS.ErrnoException & { statusCode?: number }): string {
  const signIn = statusCode === 407 ? ': it takes a user and a password, as in HTTPS_PROXY=http://user:password@proxy:8080' : '';
  return `the proxy did not connect to it${statusCode > 0 ? `, and said ${statusCode}` : ''}${signIn}`;
}

/** Describes why the TLS handshake failed. OpenSSL's own message contains a line break and a line of its source code. */
function describeTls({ message, reason = '' }: NodeJS.ErrnoException & { reason?: string }): string {
  const said = reason || (/SSL routines:[^:]*:([^:]*)/.exec(message)?.[1] ?? message).trim();
  if (/wrong version number|packet length too long/.test(said))
    return 'it does not speak TLS, so it may be http that it wants, and not https';
  if (/certificate required|alert bad certificate|alert unknown ca/.test(said))
    return 'it asks for a certificate of the client that it trusts: name one with --client-cert and --client-key';
  if (/no application protocol/.test(said)) return onlyHttp2;
  if (/handshake failure/.test(said))
    return 'it refused the TLS connection: perhaps it asks for a certificate of the client (--client-cert), or has no cipher in common with Node.js';
  return `no TLS connection could be agreed on (${said})`;
}

/** Advice for a deployment that supports HTTP/2 but not HTTP/1.1. */
export const onlyHttp2 =
  'it speaks only HTTP/2, and the suite speaks HTTP/1.1: let the deployment, or a proxy before it, offer http/1.1 too';

/** Returns whether a deployment supports HTTP/2 but not HTTP/1.1. Uses ALPN in a TLS handshake, so that no token is sent. */
export async function speaksOnlyHttp2(baseUrl: string, tls: { ca?: string[] } = {}): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const chosen = (offered: string): Promise<string | false | null> =>
    new Promise((resolve) => {
      const named = isIP(host) === 0 ? { servername: host } : {};
      const socket = connect({ host, port: Number(port || 443), ALPNProtocols: [offered], ...named, ...tls });
      const settle = (name: string | false | null): void => {
        socket.destroy();
        resolve(name);
      };
      socket.once('secureConnect', () => settle(socket.alpnProtocol));
      socket.once('error', () => settle(false)).setTimeout(5000, () => settle(false));
    });
  return (await chosen('h2')) === 'h2' && (await chosen('http/1.1')) !== 'http/1.1';
}
