import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** A case of the conformance suite, as its command lists it. */
export interface Case {
  id: string;
  title: string;
  requirement: string;
  /** Ids of the other requirements that it covers. */
  covers?: string[];
}

const command = resolve(import.meta.dirname, '../../conformance/bin/conformance.ts');

/**
 * Lists the suite's cases for a contract. Returns undefined, with a warning, when the suite is missing or fails, because docs
 * without cases are still useful. Calls a command instead of importing, because the contract must not depend on other rooms.
 */
export function listCases(contract: string): Case[] | undefined {
  if (!existsSync(command)) return undefined;
  // No limit, because the list for a contract with long enums has several megabytes.
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
