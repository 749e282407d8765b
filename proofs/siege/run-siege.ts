import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createRandom } from '../tools/random.ts';
import { type Attack, type SiegeLimits, usualLimits } from './attack.ts';
import type { HonestOrder } from './honest-worker.ts';
import { startSiegeTarget } from './start-siege-target.ts';

/** The unit of CPU times in /proc, in milliseconds: Linux counts hundredths of a second. */
const tick = 10;

/** Reads the resident memory of a process, in megabytes. */
function readMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Reads the CPU time that a process has used, in milliseconds. */
function readCpu(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Skips the program's name, which is in parentheses and may itself contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/** Milliseconds for which an honest client is measured without an attack. */
const idleTime = 1_500;
/** Milliseconds between two readings of the server's memory. */
const lookEvery = 50;

/** The result of an attack. Memory is in megabytes, and times are in milliseconds. */
interface SiegeResult {
  name: string;
  growth: number;
  idle: number;
  p99: number;
  worst: number;
  /** Milliseconds of CPU per kilobyte that the attacker sent. */
  ratio: number;
  remark: string;
  /** The broken limits, one sentence each. */
  findings: readonly string[];
}

/** Runs one attack against a separate server, with an honest client at the same time. */
export async function runAttack(attack: Attack, { seconds, seed }: { seconds: number; seed: number }): Promise<SiegeResult> {
  const target = await startSiegeTarget();
  const honest = startHonestClient(target);
  try {
    await wait(idleTime);
    // Discards the first measurements: they include the compilation of code, which the attacker does not cause.
    await honest.take();
    await wait(idleTime);
    const idle = await honest.take();
    const [memory, cpu] = [readMemory(target.pid), readCpu(target.pid)];
    let peak = memory;
    const looking = setInterval(() => {
      peak = Math.max(peak, readMemory(target.pid));
    }, lookEvery);
    const signal = AbortSignal.timeout(1_000 * (attack.seconds ?? seconds));
    const started = performance.now();
    const done = await attack.run({ target, random: createRandom(seed), signal }).finally(() => clearInterval(looking));
    const besieged = await honest.take();
    const lasted = performance.now() - started;
    const used = readCpu(target.pid) - cpu;
    const limits = { ...usualLimits, ...attack.limits };
    const measured = {
      name: attack.name,
      growth: peak - memory,
      idle: idle.p99,
      p99: besieged.p99,
      worst: besieged.worst,
      ratio: (used - (done.spared ?? 0)) / Math.max(1, done.bytes / 1024),
      remark: `${(used / lasted).toFixed(2)} of a core${done.remark ? `, ${done.remark}` : ''}`,
    };
    return { ...measured, findings: [...judge(measured, limits, besieged), ...(done.findings ?? [])] };
  } finally {
    await honest.end();
    await target.end();
  }
}

/** Compares the measurements with the limits. */
export function judge(
  { growth, idle, p99, ratio }: Pick<SiegeResult, 'growth' | 'idle' | 'p99' | 'ratio'>,
  limits: SiegeLimits,
  { requests, failures }: { requests: number; failures: number },
): string[] {
  const findings: string[] = [];
  const most = Math.max(limits.wait, 5 * idle);
  if (growth > limits.growth) findings.push(`memory grew by ${growth.toFixed(0)} MB, more than ${limits.growth}`);
  if (p99 > most) findings.push(`an honest client waited ${p99.toFixed(0)} ms (p99), longer than ${most.toFixed(0)}`);
  if (ratio > limits.ratio) findings.push(`a kilobyte cost ${ratio.toFixed(1)} ms of CPU, more than ${limits.ratio}`);
  if (requests === 0) findings.push('an honest client got no response at all');
  if (failures > 0) findings.push(`${failures} of ${requests} requests of an honest client failed`);
  return findings;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const columns = ['attack', 'memory', 'idle p99', 'p99', 'worst', 'CPU/KB', ''] as const;
const widths = [20, 9, 9, 9, 9, 9, 0] as const;

export function siegeHead(): string {
  return line(columns);
}

/** Returns the row of an attack, and a line for each limit that it broke. */
export function siegeRow({ name, growth, idle, p99, worst, ratio, remark, findings }: SiegeResult): string {
  const times = [idle, p99, worst].map((time) => `${time.toFixed(1)} ms`);
  const row = line([name, `${growth >= 0 ? '+' : ''}${growth.toFixed(0)} MB`, ...times, `${ratio.toFixed(2)} ms`, remark]);
  return row + findings.map((finding) => `  BROKEN: ${finding}\n`).join('');
}

function line(cells: readonly string[]): string {
  return `${cells
    .map((cell, i) => (i === 0 ? cell.padEnd(widths[0]) : `${cell.padStart(widths[i] ?? 0)} `))
    .join(' ')
    .trimEnd()}\n`;
}

/** How long an honest client waited within a period, in milliseconds. */
export interface HonestWaits {
  requests: number;
  failures: number;
  p99: number;
  worst: number;
}

/** A client that uses the server as intended. */
export interface HonestClient {
  /** Returns the measurements since the last call. */
  take(): Promise<HonestWaits>;
  end(): Promise<void>;
}

/** Starts the client in a separate thread, where no attacker's work can delay its clock. */
function startHonestClient({ host, port, token, invoiceId }: HonestOrder): HonestClient {
  const workerData: HonestOrder = { host, port, token, invoiceId };
  const worker = new Worker(new URL('./honest-worker.ts', import.meta.url), { workerData });
  return {
    take: async () => {
      worker.postMessage('take');
      const [{ waits, failures }] = (await once(worker, 'message')) as [{ waits: number[]; failures: number }];
      const sorted = waits.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      return { requests: waits.length, failures, p99: at(0.99), worst: at(1) };
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
