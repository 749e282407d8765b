import { expect } from 'vitest';
import type { CommandRun } from './run-conformance.ts';

/** Returns the counts that a plan printed: requests, requests that write, and invoices. */
export function toldIn(output: string): number[] {
  const [, ...told] = /about (\d+) requests, (\d+) of them write, (\d+) invoices/.exec(output) ?? [];
  return told.map(Number);
}

/** Expects the counts of the plan to be within ten percent of what was sent. */
export function expectPlanned(run: CommandRun): void {
  const { requests, writes, created } = run.report().traffic;
  const told = toldIn(run.output);
  const sent = [requests, writes, created.length];
  const far = sent.filter((number, at) => Math.abs((told[at] ?? 0) - number) > 0.1 * number);
  expect({ told, sent, far }).toEqual({ told, sent, far: [] });
}
