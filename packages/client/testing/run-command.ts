import { spawn } from 'node:child_process';

/** Runs a command to its end and gives what it said on standard output. Throws an Error with all it said when it fails. */
export async function runCommand(file: string, args: string[], cwd?: string): Promise<string> {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), 150_000);
  const exit = await new Promise<number | string>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => done(code ?? signal ?? 'unknown'));
  }).finally(() => clearTimeout(timer));
  if (exit !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${exit}:\n${out}${error}`);
  return out;
}
