import { spawn } from 'node:child_process';

/** A deployment that was started for this run. */
export interface Started {
  baseUrl: string;
  token: string;
  /** Of another account, where the line names one. */
  otherToken?: string;
  /** Signs callbacks, where the line names it. */
  callbackSecret?: string;
  stop(): Promise<void>;
}

/**
 * Starts a server by a command that prints one JSON line with `baseUrl` and `token` once it answers.
 * @throws Error with a sentence where it ends or stays silent instead
 */
export async function startCommand(command: string, waitAtMost: number): Promise<Started> {
  // A group of its own, so that stopping reaches what the command's shell started.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = async (): Promise<void> => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // Already gone.
    }
    await ended;
  };
  const line = await new Promise<string>((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`"${command}" printed no line within ${waitAtMost / 1000} s.`)), waitAtMost);
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = output.split('\n').find((candidate, index, lines) => candidate.startsWith('{') && index < lines.length - 1);
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      reject(new Error(`"${command}" ended with ${code} before it was ready.\n${errors}`.trim()));
    });
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  const { baseUrl, token, otherToken, callbackSecret } = JSON.parse(line) as Omit<Started, 'stop'>;
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    token,
    ...(otherToken !== undefined && { otherToken }),
    ...(callbackSecret !== undefined && { callbackSecret }),
    stop,
  };
}
