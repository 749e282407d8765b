import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { KnownFailure } from '../../report/judge-known-failures.ts';
import { describeUnread, UsageError } from './usage-error.ts';

/**
 * Reads a list of known failures, as YAML or JSON: `[{case, reason, until}]`, with `until` as YYYY-MM-DD.
 * @throws UsageError that says which entry is wrong and how
 */
export function readKnownFailures(file: string): KnownFailure[] {
  const stop = (problem: string): never => {
    throw new UsageError(`--known-failures ${file}: ${problem}`);
  };
  let entries: unknown;
  try {
    const text = readFileSync(file, 'utf8');
    // After the last failure is mended, the file may have no entries left, only comments.
    entries = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line)) ? [] : load(text);
  } catch (error) {
    return stop(`${describeUnread(error as Error).split('\n')[0]}.`);
  }
  if (!Array.isArray(entries)) return stop('a list of entries is expected, each with case, reason and until.');
  const seen = new Set<string>();
  return entries.map((entry: unknown, index) => {
    const where = `entry ${index + 1}`;
    if (typeof entry !== 'object' || entry === null) return stop(`${where} is no object with case, reason and until.`);
    const { case: id, reason, until, ...rest } = entry as Record<string, unknown>;
    const [more] = Object.keys(rest);
    if (more !== undefined) return stop(`${where} has "${more}"; an entry has case, reason and until.`);
    if (typeof id !== 'string' || id === '') return stop(`${where} lacks case: the id of a case.`);
    if (seen.has(id)) return stop(`${id} stands twice.`);
    seen.add(id);
    if (typeof reason !== 'string' || reason.trim() === '') return stop(`${id} lacks reason.`);
    if (typeof until !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until)))
      return stop(`${id} lacks until: a date such as 2030-01-31, the last day on which it may still fail.`);
    return { case: id, reason, until };
  });
}
