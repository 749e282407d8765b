import { describe, runProcess } from '@payment-invoice/browser/run-process';

/** Runs a command and returns its standard output. Throws an Error with all its output when it fails. */
export async function runCommand(file: string, args: string[], cwd?: string): Promise<string> {
  const { exit, stdout, output } = await runProcess({ file, args, ...(cwd !== undefined && { cwd }), timeoutMs: 150_000 });
  if (exit !== 0) throw new Error(`${describe({ file, args })} ended with ${exit}:\n${output}`);
  return stdout;
}
