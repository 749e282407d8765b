import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sample as Redoc shows it. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** Languages of the samples, in the order in which readers see them. */
export const languages = [
  { ending: '.sh', lang: 'Shell', label: 'curl' },
  { ending: '.ts', lang: 'TypeScript', label: 'TypeScript' },
  { ending: '.py', lang: 'Python', label: 'Python' },
];

/** Reads the samples of an operation from `<folder>/<operation-id>/`; none when there are none. */
export function readSamples(folder: string, operationId: string): Sample[] {
  const place = join(folder, samplesFolderOf(operationId));
  if (!existsSync(place)) return [];
  const files = readdirSync(place);
  return languages.flatMap(({ ending, lang, label }) => {
    const file = files.find((name) => name.endsWith(ending));
    return file ? [{ lang, label, source: readSample(join(place, file)) }] : [];
  });
}

/** Reads a sample's text as a reader pastes it: without the first line that only a file needs. */
export function readSample(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^#!.*\n/, '')
    .trimEnd();
}

/** Names an operation's folder: `createPayment` has its samples in `create-payment`. */
export function samplesFolderOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
