import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scope } from './packages.ts';

/** The registry from which the person who rehearses gets all other packages. */
const usual = spawnSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  env: { ...process.env, npm_config_loglevel: 'silent' },
}).stdout.trim();

/**
 * Writes settings into a folder with which package managers find both our packages and everyone else's. With a token,
 * the settings also allow publishing.
 */
export function writeSettings(folder: string, ours: string, token?: string): void {
  const authority = ours.replace(/^http:/, '');
  const lines = [`registry=${usual}`, `${scope}:registry=${ours}/`, ...(token ? [`${authority}/:_authToken=${token}`] : [])];
  writeFileSync(join(folder, '.npmrc'), `${lines.join('\n')}\nfund=false\naudit=false\n`);
  const yarn = [
    `npmRegistryServer: "${usual}"`,
    `npmScopes:\n  payment-invoice:\n    npmRegistryServer: "${ours}"`,
    'unsafeHttpWhitelist: ["127.0.0.1"]',
    // Yarn by default refuses packages that were published less than a day ago, so that others can examine them first.
    'npmPreapprovedPackages: ["@payment-invoice/*"]',
    'enableTelemetry: false',
  ];
  writeFileSync(join(folder, '.yarnrc.yml'), `${yarn.join('\n')}\n`);
}
