import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** A case of the conformance suite, as its command lists it. */
export interface Case {
  id: string;
  title: string;
  requirement: string;
  /** Ids of other requirements that it looks at. */
  covers?: string[];
}

const command = resolve(import.meta.dirname, '../../conformance/bin/conformance.ts');

/**
 * Lists the suite's cases of a contract; undefined when the suite is not there or fails, which is said: docs without cases are still docs.
 * Calls a command instead of importing, because the contract knows no other room.
 */
export function listCases(contract: string): Case[] | undefined {
  if (!existsSync(command)) return undefined;
  // Without a limit: the list of a contract with long enums has some megabytes.
  const options = { encoding: 'utf8', timeout: 120_000, maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [command, '--list', '--json', '--contract', contract],
    options,
  );
  if (status === 0) return JSON.parse(stdout);
  const reason = error?.message ?? (stderr || stdout).trim();
  process.stderr.write(`The docs name no cases, because the conformance suite did not list them: ${reason}\n`);
  return undefined;
}
