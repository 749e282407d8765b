import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from './run-program.ts';

const folder = 'packages/generated/src';

/** Generates everything from the contract, and names the files that are different now. @throws Error when it cannot be read */
export async function generateAgain(): Promise<string[]> {
  const before = readFiles();
  const { status, errors } = await runProgram(process.execPath, 'packages/generated/bin/generate.ts');
  if (status !== 0) throw new Error(errors.trim());
  const after = readFiles();
  return [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
}

function readFiles(): Map<string, string> {
  const files = readdirSync(join(root, folder)).sort();
  return new Map(files.map((file) => [`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')]));
}
