import { Agent as HttpsAgent } from 'node:https';
import tls from 'node:tls';
import { http } from '../node-http.ts';
import type { Secret } from '../text/mask-secrets.ts';

/** PEM texts: a certificate authority to trust in addition to the usual ones, and the client's certificate and key. */
export interface TlsSettings {
  ca?: string;
  cert?: string;
  key?: string;
}

/** Settings for the connection to a deployment, other than its URL. */
export interface ConnectionSettings {
  tls?: TlsSettings;
  headers?: [name: string, value: string][];
  /** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY in the environment. */
  proxies?: Record<string, string>;
}

export interface Connection {
  /** Agents of Node.js. Those under `kept` reuse connections; those under `fresh` open a new connection for each request. */
  agents: Record<'kept' | 'fresh', Record<'http:' | 'https:', InstanceType<typeof http.Agent>>>;
  tls: ReturnType<typeof tlsOptions>;
  headers: [name: string, value: string][];
  /** True if requests may go through a proxy. */
  isProxied: boolean;
}

/** Returns whether a URL points to this machine. A proxy on the network could not reach it. */
export const isHere = (baseUrl: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1])$/.test(new URL(baseUrl).hostname);

/** Returns whether this version of Node.js can use the proxy variables of the environment. 22.21, 24.5 and later versions can. */
export function takesProxies(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}

/** Returns the TLS options for Node.js: the user's certificates, together with the authorities that Node.js trusts by default. */
export function tlsOptions({ ca, ...own }: TlsSettings = {}): { ca?: string[]; cert?: string; key?: string } {
  if (ca === undefined) return own;
  // Before 22.15, Node.js does not have this function. Then only the authorities that are bundled with it are used.
  const usual = tls.getCACertificates?.('default') ?? tls.rootCertificates;
  return { ...own, ca: [...usual, ca] };
}

/** Returns the name of the environment variable that contains a deployment's proxy. Returns undefined if no proxy is used. */
export function proxyOf({ proxies = {} }: ConnectionSettings, baseUrl: string): string | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  if (proxies[name] === undefined || isHere(baseUrl) || !takesProxies()) return undefined;
  const passed = (proxies.NO_PROXY ?? '').split(/[\s,]+/).some((entry) => {
    const [host = '', only] = entry.toLowerCase().split(/:(?=\d+$)/);
    if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
    const suffix = host.replace(/^\*(?=\.)/, '');
    return entry === '*' || hostname === host || (suffix.startsWith('.') && hostname.endsWith(suffix));
  });
  return passed ? undefined : name;
}

/** Prepares the connection to a deployment. @throws Error of Node.js if the URL of a proxy is invalid */
export function openConnection(settings: ConnectionSettings, baseUrl?: string): Connection {
  const { tls, headers = [], proxies = {} } = settings;
  const isProxied = baseUrl !== undefined && proxyOf(settings, baseUrl) !== undefined;
  const trusted = tlsOptions(tls);
  const agentsFor = (keepAlive: boolean): Connection['agents']['kept'] => {
    const options = { keepAlive, ...(isProxied && { proxyEnv: proxies }) };
    return { 'http:': new http.Agent(options), 'https:': new HttpsAgent({ ...options, ...trusted }) };
  };
  return { agents: { kept: agentsFor(true), fresh: agentsFor(false) }, tls: trusted, headers, isProxied };
}

/** Returns the values of the added headers as secrets. A deployment may echo them, and reports must not contain them. */
export const secretsOf = ({ headers = [] }: ConnectionSettings): Secret[] =>
  headers.map(([name, value]) => [value, `$${name.toUpperCase().replace(/\W/g, '_')}`]);
