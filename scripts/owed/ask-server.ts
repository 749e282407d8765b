import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Debt } from './debt.ts';
import { findBrokenResponses } from './find-broken-responses.ts';
import { root, runProgram } from './run-program.ts';

interface Report {
  results: { id: string; verdict: string; reason?: string; findings: Finding[] }[];
  /** Responses that the server withheld because they break the contract. Shown first, because they cause other findings. */
  unsent: string[];
}

interface Finding {
  requirement: string;
  expected: string;
  received: string;
}

/** The maximum number of failed cases to repeat. If more cases fail, chance is not the cause. */
const mostTried = 10;

/**
 * Checks the reference server with every feature. Lists each requirement that the server does not meet, and why cases were
 * inconclusive. Repeats failed cases on their own if there are few, because on a busy machine a callback may come too late.
 */
export async function askServer(): Promise<Debt[]> {
  const report = await checkServer();
  if (typeof report === 'string') return [{ file: 'packages/server/src/', what: report }];
  const failed = report.results
    .filter(({ findings, verdict }) => findings.length > 0 || verdict === 'error' || verdict === 'inconclusive')
    .map(({ id }) => id);
  // Cases in `record/` judge the requests of all other cases, so they cannot be repeated on their own.
  const isFew = failed.length > 0 && failed.length <= mostTried && !failed.some((id) => id.startsWith('record/'));
  const again = isFew ? await checkServer(failed.flatMap((id) => ['--case', id])) : report;
  return describeBroken(typeof again === 'string' ? report : again);
}

/** Starts the server on data written by the last release, and lists what it cannot read. */
export async function askLastRelease(): Promise<Debt[]> {
  const file = 'packages/server/src/store/last-release.test.ts';
  const { status, output } = await runProgram(`${root}/node_modules/.bin/vitest`, 'run', file);
  if (status === 0) return [];
  const found = /AssertionError: (.*)/.exec(stripVTControlCharacters(output))?.[1] ?? 'it cannot be said why';
  return [
    {
      file: 'packages/server/src/store/migrations.ts',
      what: `Invoices of the last release can no longer be read: ${found}. Add a step to the migrations of both stores that mends them (npx vitest run ${file}).`,
    },
  ];
}

/** Runs the suite against the server. Returns the report or, if the server fails even the simplest create request, the reason. */
async function checkServer(more: readonly string[] = []): Promise<Report | string> {
  const folder = mkdtempSync(join(tmpdir(), 'owed-'));
  const log = join(folder, 'server.log');
  const args = ['--profile', 'full', '--start', `sh scripts/start-throwaway.sh 2>'${log}'`, '--out', folder, ...more];
  try {
    const { output, errors } = await runProgram(process.execPath, 'conformance/bin/conformance.ts', ...args);
    const written = existsSync(log) ? readFileSync(log, 'utf8') : '';
    const unsent = findBrokenResponses(written);
    const report = readReport(join(folder, 'report.json'), unsent);
    const failure = /^\S+ failed the simplest create[\s\S]*(?=\nNothing is proven)/m.exec(output)?.[0];
    if (!report && failure !== undefined) return [failure, ...unsent].join('\n');
    if (!report)
      throw new Error(
        `The reference server cannot be checked against the contract:\n${(errors || output).trim()}\n${lastWords(written)}`,
      );
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the last lines that a server printed, without the JSON lines of its log and without stack frames. */
const lastWords = (written: string): string =>
  written
    .split('\n')
    .filter((line) => !/^\s+at |^\{|^\s*$/.test(line))
    .slice(-10)
    .join('\n');

function readReport(file: string, unsent: string[]): Report | undefined {
  try {
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Report, 'unsent'>), unsent };
  } catch {
    return undefined;
  }
}

function describeBroken({ results, unsent }: Report): Debt[] {
  const found = results.flatMap(({ id, findings }) => findings.map((finding) => ({ id, ...finding })));
  const broken = Map.groupBy(found, ({ requirement }) => requirement);
  const untold = results.filter(({ verdict }) => verdict === 'error' || verdict === 'inconclusive');
  const reasons = Map.groupBy(untold, ({ reason = 'nothing says why' }) => reason);
  return [
    ...unsent.map((what) => ({ file: 'packages/server/src/', what })),
    ...[...broken].map(([requirement, [first]]) => ({
      file: 'packages/server/src/',
      what: `The server does not keep ${requirement} yet: expected ${first?.expected}; received ${first?.received} (npm run conformance -- --case ${first?.id}).`,
    })),
    ...[...reasons].map(([reason, same]) => ({
      file: 'conformance/cases/index.ts',
      what: `The case ${same[0]?.id}${same.length === 1 ? '' : `, and ${same.length - 1} more,`} cannot tell: ${reason}`,
    })),
  ];
}
