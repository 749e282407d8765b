import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** A case of the conformance suite, as its command tells it. */
export interface Case {
  id: string;
  title: string;
  requirement: string;
}

const command = resolve(import.meta.dirname, '../../conformance/bin/conformance.ts');

/**
 * The suite's cases; undefined when the suite is not there or does not answer: docs of the contract alone are still docs.
 * A command and not an import, because the contract knows no other room.
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
