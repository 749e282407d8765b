import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { scope } from './packages.ts';
import type { Stage } from './stage.ts';
import { loadRegistryProgram } from './tools.ts';

/** The registry for a rehearsal. It runs in this process. */
export interface Registry {
  url: string;
  /** Returns the registry's record of a package, as package managers and websites read it. @throws Error when there is none */
  describe(name: string): Promise<Packument>;
  close(): void;
}

/** The fields of a package's record that are read here. */
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

/** Starts an empty registry for our packages only. Package managers get all other packages from their usual registry. */
export async function startRegistry(stage: Stage): Promise<Registry> {
  const runServer = await loadRegistryProgram(stage);
  const home = join(stage.folder, 'registry');
  const server = await runServer({
    storage: home,
    self_path: join(home, 'config.yaml'),
    configPath: join(home, 'config.yaml'),
    uplinks: {},
    // Anyone may read, and any signed-in user may publish, as on the registry where the packages will really be
    // published.
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

/** The registry for all packages other than ours: the one in this machine's npm configuration. */
const usual = spawnSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  env: { ...process.env, npm_config_loglevel: 'silent' },
}).stdout.trim();

/**
 * Writes settings files into a folder, so that package managers find our packages in our registry and all others in the usual
 * one. With a token, publishing is allowed too.
 */
export function writeSettings(folder: string, ours: string, token?: string): void {
  const authority = ours.replace(/^http:/, '');
  const lines = [`registry=${usual}`, `${scope}:registry=${ours}/`, ...(token ? [`${authority}/:_authToken=${token}`] : [])];
  writeFileSync(join(folder, '.npmrc'), `${lines.join('\n')}\nfund=false\naudit=false\n`);
  const yarn = [
    `npmRegistryServer: "${usual}"`,
    `npmScopes:\n  payment-invoice:\n    npmRegistryServer: "${ours}"`,
    'unsafeHttpWhitelist: ["127.0.0.1"]',
    // Exempts our packages, because Yarn by default refuses any package that was published less than a day ago.
    'npmPreapprovedPackages: ["@payment-invoice/*"]',
    'enableTelemetry: false',
  ];
  writeFileSync(join(folder, '.yarnrc.yml'), `${yarn.join('\n')}\n`);
}
