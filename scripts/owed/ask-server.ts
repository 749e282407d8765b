import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Debt } from './debt.ts';
import { runProgram } from './run-program.ts';

/** A report of the suite, as far as it is read here. */
interface Report {
  results: { id: string; verdict: string; reason?: string; findings: Finding[] }[];
}

interface Finding {
  requirement: string;
  expected: string;
  received: string;
}

/** Checks the reference server with every feature against the contract, and lists each requirement that it does not keep yet. */
export async function askServer(): Promise<Debt[]> {
  const folder = mkdtempSync(join(tmpdir(), 'owed-'));
  const args = ['--profile', 'full', '--start', 'sh scripts/start-throwaway.sh', '--out', folder];
  try {
    const { output, errors } = await runProgram(process.execPath, 'conformance/bin/conformance.ts', ...args);
    const report = readReport(join(folder, 'report.json'));
    if (!report) throw new Error(`The reference server cannot be checked against the contract:\n${(errors || output).trim()}`);
    return describeBroken(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function describeBroken({ results }: Report): Debt[] {
  const found = results.flatMap(({ id, findings }) => findings.map((finding) => ({ id, ...finding })));
  const broken = Map.groupBy(found, ({ requirement }) => requirement);
  const untold = results.filter(({ verdict }) => verdict === 'error');
  return [
    ...[...broken].map(([requirement, [first]]) => ({
      file: 'packages/server/src/',
      what: `The server does not keep ${requirement} yet: expected ${first?.expected}; received ${first?.received} (npm run conformance -- --case ${first?.id}).`,
    })),
    ...untold.map(({ id, reason }) => ({ file: 'conformance/cases/index.ts', what: `The case ${id} cannot be run: ${reason}` })),
  ];
}
