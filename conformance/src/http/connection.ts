import { Agent as HttpsAgent } from 'node:https';
import tls from 'node:tls';
import { http } from '../node-http.ts';
import type { Secret } from '../text/mask-secrets.ts';

/** Certificates in PEM: authorities to trust beside the usual ones, and what the suite shows of itself. */
export interface TlsSettings {
  ca?: string;
  cert?: string;
  key?: string;
}

/** Means by which a deployment is reached, beside its URL. */
export interface ConnectionSettings {
  tls?: TlsSettings;
  /** Headers of every request, beside its own. */
  headers?: [name: string, value: string][];
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY, as the environment has them. */
  proxies?: Record<string, string>;
}

/** An open way to a deployment. */
export interface Connection {
  /** Agents that keep connections for further requests, and those that make one for each. */
  agents: Record<'kept' | 'fresh', Record<'http:' | 'https:', InstanceType<typeof http.Agent>>>;
  tls: ReturnType<typeof tlsOptions>;
  headers: [name: string, value: string][];
  /** True if requests may go by a proxy. */
  isProxied: boolean;
}

/** Tells if a URL leads to this machine: no proxy of a network could reach it. */
export function isHere(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1])$/.test(new URL(baseUrl).hostname);
}

/** Tells if Node.js sends requests by the proxies of the environment, from 22.21 and 24.5 on. */
export function takesProxies(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}

/** Returns the options with which Node.js connects by TLS: of the files, and the authorities that it trusts anyway. */
export function tlsOptions({ ca, ...own }: TlsSettings = {}): { ca?: string[]; cert?: string; key?: string } {
  if (ca === undefined) return own;
  // Node.js before 22.15 has no such function, and tells only of those that it brings.
  const usual = tls.getCACertificates?.('default') ?? tls.rootCertificates;
  return { ...own, ca: [...usual, ca] };
}

/** Returns the name of the variable whose proxy requests to a deployment go by; undefined where they go by none. */
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

/**
 * Opens the way to a deployment.
 * @throws Error of Node.js where a proxy is none
 */
export function openConnection(settings: ConnectionSettings, baseUrl?: string): Connection {
  const { tls, headers = [], proxies = {} } = settings;
  const isProxied = baseUrl !== undefined && proxyOf(settings, baseUrl) !== undefined;
  const trusted = tlsOptions(tls);
  const agentsFor = (keepAlive: boolean): Connection['agents']['kept'] => {
    const options = { keepAlive, ...(isProxied && { proxyEnv: proxies }) };
    return { 'http:': new http.Agent(options), 'https:': new HttpsAgent({ ...options, ...trusted }) };
  };
  return {
    agents: { kept: agentsFor(true), fresh: agentsFor(false) },
    tls: trusted,
    headers,
    isProxied,
  };
}

/** Lists the values of those headers as what no report may have: a deployment may write back what it was sent. */
export const secretsOf = ({ headers = [] }: ConnectionSettings): Secret[] =>
  headers.map(([name, value]) => [value, `$${name.toUpperCase().replace(/\W/g, '_')}`]);
