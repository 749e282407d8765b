import { spawn } from 'node:child_process';
import { join } from 'node:path';
export const root = join(import.meta.dirname, '../..');
const running = new Set();
export function endPrograms() {
  for (const child of running) child.kill();
}
/** Runs a program in the repository's root. */
export function runProgram(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const ended = { status: null, output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      ended.output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      ended.errors += text;
    });
    child.once('error', reject);
    child.once('close', (status) => {
      running.delete(child);
      resolve({ ...ended, status });
    });
  });
}
/** Runs a program of ours that prints JSON. @throws Error with its own words when it prints none */
export async function askProgram(file, ...args) {
  const { output, errors } = await runProgram(process.execPath, file, ...args);
  try {
    return JSON.parse(output);
  } catch (error) {
    throw new Error(`${file} ${args.join(' ')} could not say what is owed:\n${(errors || output).trim()}`, { cause: error });
  }
}
//# sourceMappingURL=run-program.js.map
