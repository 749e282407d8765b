/** Tests TLS, and a standby that is promoted. The tests have their own PostgreSQL, because they stop it. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { sketchInvoice, startTime } from '../../../testing/open-test-store.ts';
import { useOwnPostgres } from '../../../testing/postgres/own-postgres.ts';
import { chooseUser, startStandby } from '../../../testing/start-postgres.ts';
import { StartError } from '../../errors/start-error.ts';
import type { Store } from '../store.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { openPostgresStore } from './postgres-store.ts';

const { folder, findPostgres } = useOwnPostgres();

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore(
    url,
    createEventDescriber(randomBytes, () => 'https://pay.example'),
  );
  onTestFinished(() => store.close());
  return store;
}

async function refusal(url: string): Promise<string> {
  const opening = openPostgresStore(url, () => ({ id: '', body: Buffer.alloc(0) }));
  await expect(opening).rejects.toBeInstanceOf(StartError);
  return ((await opening.catch((error) => error)) as Error).message;
}

/** Makes a key and a self-signed certificate for localhost. Returns false if openssl is not installed. */
function makeCertificate(cert: string, key: string): boolean {
  const form = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  return spawnSync('openssl', [...form, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' }).status === 0;
}

test('TLS connects to the database of the certificate, and to no other', async (context) => {
  const primary = findPostgres(context);
  await primary.createDatabase('tls');
  const [cert, key] = [join(primary.data, 'server.crt'), join(primary.data, 'server.key')];
  const other = join(folder, 'other.crt');
  if (!(makeCertificate(cert, key) && makeCertificate(other, join(folder, 'other.key'))))
    return context.skip('There is no openssl to make a certificate with.');
  for (const file of [cert, key]) chooseUser().own(file);
  const urlWith = (host: string, root: string) => {
    const url = new URL(primary.urlOf('tls'));
    url.hostname = host;
    url.search = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(root)}`;
    return url.href;
  };
  expect(await refusal(urlWith('localhost', cert))).toMatch(/it offers no TLS\. Set ssl = on there/);
  await primary.query('ALTER SYSTEM SET ssl = on');
  await primary.query('SELECT pg_reload_conf()');
  await expect.poll(() => primary.query('SHOW ssl')).toEqual([{ ssl: 'on' }]);
  const store = await open(urlWith('localhost', cert));
  await store.check();
  const lines = `SELECT bool_and(ssl) AS all, bool_and(version = 'TLSv1.3') AS newest FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
    WHERE application_name = 'payment-invoice'`;
  expect(await primary.query(lines)).toEqual([{ all: true, newest: true }]);
  expect(await refusal(urlWith('127.0.0.1', cert))).toMatch(/its certificate is for another name\./);
  expect(await refusal(urlWith('localhost', other))).toMatch(/its certificate is not signed by a trusted authority\./);
  expect(await refusal(urlWith('localhost', join(folder, 'none')))).toMatch(/none cannot be read\. Correct sslrootcert/);
});

/** Opens a port that forwards to the current primary server, as the host name of a database does in production. */
async function openName(): Promise<{ port: number; leadTo(url: string): void }> {
  let target = new URL('postgres://127.0.0.1:1');
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, another] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(another);
      one.on('error', () => another.destroy()).on('close', () => another.destroy());
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  const leadTo = (url: string) => {
    target = new URL(url);
    cut();
  };
  return { port: await listen(server), leadTo };
}

test('a standby has all confirmed changes; without it nothing is confirmed, and the store continues after its promotion', async (context) => {
  const primary = findPostgres(context);
  await primary.createDatabase('payments');
  const standby = await startStandby(primary, join(folder, 'primary'), join(folder, 'standby'));
  onTestFinished(() => standby.stop('immediate'));
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await primary.query('SELECT pg_reload_conf()');
  await expect.poll(() => primary.query('SELECT sync_state FROM pg_stat_replication')).toEqual([{ sync_state: 'sync' }]);

  const name = await openName();
  name.leadTo(primary.urlOf('payments'));
  const url = new URL(primary.urlOf('payments'));
  url.port = String(name.port);
  const store = await open(url.href);
  await store.createAccount({ id: 'acc_1', mode: 'test', name: null, createdAt: startTime });
  const confirmed = Array.from({ length: 20 }, () => sketchInvoice());
  await Promise.all(confirmed.map((invoice) => store.createInvoice(invoice)));

  standby.signal('SIGSTOP');
  await expect(store.createInvoice(sketchInvoice())).rejects.toBeInstanceOf(StoreUnavailableError);
  standby.signal('SIGCONT');
  const later = sketchInvoice();
  await expect.poll(() => store.createInvoice(later).catch(() => undefined)).toMatchObject({ kind: 'created' });

  await primary.stop('immediate');
  await expect(store.createInvoice(sketchInvoice())).rejects.toBeInstanceOf(StoreUnavailableError);
  await standby.query('SELECT pg_promote()');
  name.leadTo(standby.urlOf('payments'));
  await expect.poll(() => store.check().then(() => 'available')).toBe('available');
  for (const invoice of [...confirmed, later]) expect(await store.readInvoice('acc_1', invoice.id, startTime)).toEqual(invoice);
  expect(await store.createInvoice(sketchInvoice())).toEqual({ kind: 'created' });
});
