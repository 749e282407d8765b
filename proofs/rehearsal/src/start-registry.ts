import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Stage } from './stage.ts';
import { loadRegistryProgram } from './tools.ts';

/** The registry of a rehearsal, in this process. */
export interface Registry {
  url: string;
  /** Returns what the registry knows of a package, as a package manager or a website reads it. @throws Error when it is not there */
  describe(name: string): Promise<Packument>;
  close(): void;
}

/** The part of a package's record that is read here. */
export interface Packument {
  readme?: string;
  'dist-tags': Record<string, string>;
  versions: Record<string, PublishedVersion>;
}

interface PublishedVersion {
  bin?: Record<string, string>;
  engines?: Record<string, string>;
  gitHead?: string;
  dist: { tarball: string };
}

/** Starts an empty registry that holds our packages only: for all others, package managers go where they always go. */
export async function startRegistry(stage: Stage): Promise<Registry> {
  const runServer = await loadRegistryProgram(stage);
  const home = join(stage.folder, 'registry');
  const server = await runServer({
    storage: home,
    self_path: join(home, 'config.yaml'),
    configPath: join(home, 'config.yaml'),
    uplinks: {},
    // Anyone reads, and who has a name publishes: as where the packages will go.
    packages: { '**': { access: '$all', publish: '$authenticated', unpublish: '$none' } },
    auth: { htpasswd: { file: join(home, 'htpasswd') } },
    max_body_size: '50mb',
    userRateLimit: { windowMs: 1000, max: 100_000 },
    web: { enable: false },
    log: { type: 'stdout', level: 'fatal' },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    describe: async (name) => {
      const response = await fetch(`${url}/${name.replace('/', '%2f')}`);
      if (!response.ok) throw new Error(`The registry responds ${response.status} for ${name}.`);
      return (await response.json()) as Packument;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export async function registerPublisher({ url }: Registry): Promise<string> {
  const response = await fetch(`${url}/-/user/org.couchdb.user:rehearsal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: crypto.randomUUID() }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`The registry took no publisher: ${response.status}.`);
  return token;
}
