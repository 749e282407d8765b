import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a self-signed certificate for a host name or an IP address. Returns undefined if openssl is not installed. */
export function makeCertificate(name: string): { key: Buffer; cert: Buffer } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const also = ['-addext', `subjectAltName=${isIP(name) ? 'IP' : 'DNS'}:${name}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  try {
    const asked = ['req', ...kind, ...also, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`];
    execFileSync('openssl', asked, { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
