import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { takeTurns } from './take-turns.ts';

/** Starts a headless browser. The caller must close it. */
export function openBrowser({ executablePath, env }: Chromium): Promise<Browser> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({
    executablePath,
    env: { ...Object.fromEntries(inherited), ...env },
    // Chromium's own sandbox is off, because it does not work for root or in most containers, and only our own pages are opened.
    // Pages of one context share a process, because a new process costs more than a small page.
    args: ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1'],
  });
}

/** A Chromium that can be started, and its environment variables. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** A folder that survives between runs. Unpacking 67 MB of Brotli takes longer than all tests of the docs. */
const kept = resolve(import.meta.dirname, '../../../build');

/** Finds a Chromium: at CHROMIUM_PATH or, on Linux with x64, in @sparticuz/chromium. If there is none, returns why. */
export async function findChromium(): Promise<Chromium | string> {
  const own = process.env.CHROMIUM_PATH;
  if (own) return existsSync(own) ? { executablePath: own, env: {} } : `CHROMIUM_PATH names ${own}, which is not there`;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `there is no Chromium for ${process.platform} on ${process.arch} inside the install: set CHROMIUM_PATH`;
  }
  const folder = await unpack();
  return { executablePath: join(folder, 'chromium'), env: { FONTCONFIG_FILE: writeFontSettings(folder) } };
}

async function unpack(): Promise<string> {
  const manifest = resolve(import.meta.dirname, '../node_modules/@sparticuz/chromium/package.json');
  const folder = join(kept, `chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`);
  // Unpacking keeps a core busy for three seconds, and several processes may need the browser simultaneously.
  if (!existsSync(folder)) await takeTurns(folder, () => unpackInto(folder, resolve(manifest, '../bin')));
  return folder;
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  if (existsSync(folder)) return;
  const half = `${folder}.${process.pid}.part`;
  mkdirSync(half, { recursive: true });
  try {
    await inflateInto(half, archives);
    renameSync(half, folder);
  } catch (error) {
    // Another process, perhaps in another container, has created the folder in the meantime. Its folder is used.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** Writes a font configuration. The package's own file expects all fonts in /tmp/fonts, and has no monospace font. */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'fonts/all-fonts.conf');
  if (existsSync(file)) return file;
  const more = join(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')), '../ttf');
  const prefer = (family: string, font: string): string =>
    `<alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  const aliases = `${prefer('monospace', 'DejaVu Sans Mono')}${prefer('sans-serif', 'Open Sans')}${prefer('system-ui', 'Open Sans')}`;
  const text = `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><dir>${more}</dir>${aliases}<cachedir>${folder}/cache</cachedir></fontconfig>\n`;
  const half = `${file}.${process.pid}.part`;
  writeFileSync(half, text);
  renameSync(half, file);
  return file;
}

/** Unpacks into our own folder. The package would use the system's temporary folder, to which others can write. */
async function inflateInto(folder: string, archives: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  // The package reads TMPDIR during the call, so the variable can be restored right after the call.
  const done = Promise.all(['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br'].map((name) => inflate(join(archives, name))));
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await done;
}
