import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Child, startChild } from '../process/start-child.ts';
import { type Balancer, balanceRequests } from './balance-requests.ts';

/** Servers that share a database, behind a balancer. */
export interface ServerCluster {
  /** The balancer's URL, without a slash at the end. */
  baseUrl: string;
  /** The first line that each server printed, in the order of the servers. */
  lines: readonly Record<string, string>[];
  servers: readonly Child[];
  close(): Promise<void>;
}

/** The settings of a cluster. */
export interface ClusterSettings {
  databaseUrl: string;
  /** The number of servers. */
  servers: number;
  /** The balancer's port; 0 takes any free one. */
  port: number;
  /** The directory in which each server gets a subdirectory. */
  dataDir: string;
  /** Environment variables for all servers. */
  env?: Readonly<Record<string, string>>;
}

const program = join(import.meta.dirname, '../../bin/server.ts');

/** Starts servers, each in its own process, and a balancer in front of them. */
export async function startCluster({ databaseUrl, servers: count, port, dataDir, env }: ClusterSettings): Promise<ServerCluster> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const origins: URL[] = [];
  const balancer: Balancer = balanceRequests(() => origins);
  balancer.server.listen(port, '127.0.0.1');
  await once(balancer.server, 'listening');
  const baseUrl = `http://127.0.0.1:${(balancer.server.address() as AddressInfo).port}`;
  const common = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUBLIC_BASE_URL: baseUrl,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const servers: Child[] = [];
  const close = async () => {
    await balancer.close();
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  };
  try {
    const starting = Array.from({ length: count }, async (_, index) => {
      const own = { ...common, DATA_DIR: join(dataDir, `server-${index + 1}`) };
      const server = await startChild(program, ['--json'], own, { stderr: 'inherit' });
      servers[index] = server;
      origins.push(new URL(JSON.parse(server.line).address));
    });
    await Promise.all(starting);
    const lines = servers.map(({ line }) => JSON.parse(line) as Record<string, string>);
    return { baseUrl, lines, servers, close };
  } catch (error) {
    await close();
    throw error;
  }
}
