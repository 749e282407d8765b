import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Code } from './render-code.ts';

/** The languages of the samples, in the order in which pages show them. */
export const languages = [
  { ending: '.sh', language: 'bash', label: 'curl' },
  { ending: '.ts', language: 'typescript', label: 'TypeScript' },
  { ending: '.py', language: 'python', label: 'Python' },
];

/** Reads the samples of an operation from `<folder>/<operation-id>/`. Returns an empty list when there are none. */
export function readSamples(folder: string, operationId: string): Code[] {
  const place = join(folder, samplesFolderOf(operationId));
  if (!existsSync(place)) return [];
  const files = readdirSync(place);
  return languages.flatMap(({ ending, language, label }) => {
    const file = files.find((name) => name.endsWith(ending));
    return file ? [{ language, label, source: readSample(join(place, file)) }] : [];
  });
}

/** Reads a sample as readers would paste it: without a `#!` line. */
export function readSample(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^#!.*\n/, '')
    .trimEnd();
}

export function languageOf(file: string): string {
  return languages.find(({ ending }) => ending === extname(file))?.language ?? '';
}

/** Returns the name of an operation's samples folder: `create-payment` for `createPayment`. */
export function samplesFolderOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
