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
 * Lists the suite's cases; undefined when the suite is not there or fails: docs without cases are still docs.
 * Calls a command instead of importing, because the contract knows no other room.
 */
export function listCases(): Case[] | undefined {
  if (!existsSync(command)) return undefined;
  const { status, stdout } = spawnSync(process.execPath, [command, '--list', '--json'], { encoding: 'utf8', timeout: 30_000 });
  if (status !== 0) return undefined;
  try {
    const cases = JSON.parse(stdout);
    return Array.isArray(cases) ? cases : undefined;
  } catch {
    return undefined;
  }
}
