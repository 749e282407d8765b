import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator, Place } from './generators/generator.ts';
import { type Command, toolEnvironment } from './run/command.ts';
import { startDriver } from './run/driver.ts';
import { findMissing, prepareFolder, runAll } from './run/run-trial.ts';
import { hostileSteps } from './steps/hostile-steps.ts';
import { sandboxSteps } from './steps/sandbox-steps.ts';
import type { Step, Surroundings } from './steps/step.ts';

export const steps: Step[] = [...sandboxSteps, ...hostileSteps];

/**
 * The results of the steps: passed, perhaps with measured values, or the reason for the failure. Steps that were not reached
 * are absent.
 */
export type StepResults = Record<string, { passed: boolean; reason?: string; measured?: string[] }>;

export interface Row {
  generator: Pick<Generator, 'id' | 'title' | 'language' | 'version' | 'document' | 'advice' | 'limits'>;
  /** The reason why the client was not run at all. */
  notRun?: string;
  generated?: boolean;
  /** True if the client compiled; absent if compiling it was not tried. */
  compiled?: boolean;
  /** A statement about generated source that is never run here, and whether the source still proves it. */
  read?: { finding: string; holds: boolean };
  /** The end of the output of the command that failed. */
  failure?: string | undefined;
  steps: StepResults;
  seconds: number;
}

/** Generates and compiles one client, and runs the steps with the client. @throws only when `signal` is aborted */
export async function tryGenerator(
  generator: Generator,
  place: Place,
  programs: string,
  around: Omit<Surroundings, 'driver'>,
  { taken, signal }: { taken: Step[]; signal: AbortSignal },
): Promise<Row> {
  const started = Date.now();
  const { id } = generator;
  const row: Row = { generator, steps: {}, seconds: 0 };
  const missing = findMissing(...generator.needs);
  if (missing !== undefined) return { ...row, notRun: missing };
  const folders = [...[generator.shared ?? []].flat(), id];
  prepareFolder(place, ...folders.map((name) => join(programs, name)));
  row.failure = await runAll(generator.generate(place), place, 'generate.log', signal);
  row.generated = row.failure === undefined;
  if (row.generated && generator.read)
    row.read = { finding: generator.read.finding, holds: isWritten(place.folder, generator.read.shown) };
  if (row.generated && generator.build) {
    row.failure = await runAll(generator.build(place), place, 'build.log', signal);
    row.compiled = row.failure === undefined;
    if (row.compiled && generator.drive) {
      row.steps = await takeSteps(taken, generator.drive(place), place, around, signal);
    }
  }
  return { ...row, seconds: Math.round((Date.now() - started) / 1000) };
}

/** Returns whether any generated file matches a pattern. */
function isWritten(folder: string, shown: RegExp): boolean {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(cs|dart|swift|ex|ps1|scala|hs|clj|cr|R|lua)$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.some((text) => shown.test(text));
}

async function takeSteps(
  all: Step[],
  command: Command,
  place: Place,
  around: Omit<Surroundings, 'driver'>,
  signal: AbortSignal,
): Promise<StepResults> {
  const results: StepResults = {};
  const start = () => startDriver({ ...command, env: { ...toolEnvironment(place.cache), ...command.env } }, signal);
  let driver = start();
  for (const step of all) {
    try {
      let measured: string[] = [];
      await step.attempt({ ...around, driver }, (cells) => {
        measured = cells;
      });
      results[step.id] = { passed: true, measured };
    } catch (error) {
      signal.throwIfAborted();
      results[step.id] = { passed: false, reason: (error as Error).message };
      // Restarts the program, because it may have ended.
      await driver.close();
      driver = start();
    }
  }
  await driver.close();
  return results;
}
