import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../command/usage-error.ts';
import { createOne, load, prepareBodies } from '../load/load.ts';
import type { Table } from '../report/table.ts';
import { ourSandbox, ours, oursWith, planPeer, startSubject } from '../servers/subject.ts';
import { estimate } from '../statistics/estimate.ts';
import { compareServers } from './compare-servers.ts';
import type { Measurement } from './measurement.ts';
import { postgres } from './postgres.ts';
import { rows } from './rows.ts';

/** Durations of a flush to disk, in microseconds: an instant flush, a good data centre disk, and a slow disk. */
const flushes = [0, 300, 3_000];
/**
 * The shortest slice, in milliseconds. At the end of a slice, 64 requests are still waiting for the disk, so a shorter slice
 * would mostly measure that wait.
 */
const shortestSlice = 500;

/**
 * Measures create requests whose invoice is written to disk before the response is sent. Simulates disks of several speeds: the
 * slower the disk, the more time is saved when several requests share a commit.
 */
const flush: Measurement = {
  title: 'create with a key at 64 connections, on disk before the response, by the time that the disk takes to flush',
  async run(settings, place, begin) {
    const library = compile(place);
    const done: (() => Table[])[] = [];
    begin(() => ({ tables: done.flatMap((describe) => describe()), remarks: [] }));
    for (const time of flushes) {
      const env = { LD_PRELOAD: library, FLUSH_MICROSECONDS: String(time) };
      await compareServers(
        {
          plans: [oursWith(env), { ...planPeer('fastify, durable'), env }],
          points: [{ title: `a flush of ${time} µs`, operation: 'create', connections: 64 }],
        },
        { ...settings, slice: Math.max(settings.slice, shortestSlice), seconds: settings.seconds / flushes.length },
        join(place, String(time)),
        (describe) => done.push(describe),
      );
    }
  },
};

/** Compiles the library that simulates how long a flush takes, and returns its file. */
function compile(place: string): string {
  mkdirSync(place, { recursive: true });
  const file = join(place, 'slow-flush.so');
  const { status, stderr } = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', file, join(import.meta.dirname, 'slow-flush.c')], {
    encoding: 'utf8',
  });
  if (status === 0) return file;
  throw new UsageError(
    `A slow disk is simulated with a small library in C, which cannot be compiled here: ${stderr ?? 'there is no cc'}`,
  );
}

const fast = ['this server', 'fastify', 'fastify again', 'koa + openapi-backend (README)', 'bare node:http'];

/** Sends the same requests to this server and to each peer. */
const peers: Measurement = {
  title: 'fetch and create beside servers that do the same work',
  run: (settings, place, begin) =>
    compareServers(
      {
        plans: [
          ours,
          planPeer('fastify'),
          planPeer('fastify', 'fastify again'),
          planPeer('fastify, durable'),
          planPeer('koa + openapi-backend (README)'),
          planPeer('bare node:http'),
        ],
        twins: ['fastify', 'fastify again'],
        points: [
          { title: 'fetch, 1 connection', operation: 'fetch', connections: 1, servers: fast },
          { title: 'fetch, 32 connections', operation: 'fetch', connections: 32, servers: fast },
          {
            title:
              'create with a key, 1 connection. Here each is on disk before its response, as those of "fastify, durable" are: compare with it. The others do not wait for the disk.',
            operation: 'create',
            connections: 1,
          },
          {
            title: 'create with a key, 32 connections. On disk before the response: this server and "fastify, durable".',
            operation: 'create',
            connections: 32,
          },
        ],
      },
      settings,
      place,
      (describe) => begin(() => ({ tables: describe(), remarks: [] })),
    ),
};

/** Compares this server with the one that `init --full` writes. Both are built with the same kit. */
const kit: Measurement = {
  title: 'the server that `init --full` writes, on the stubs and the kit, beside this server',
  run: (settings, place, begin) =>
    compareServers(
      {
        plans: [
          { name: 'stubs and kit', script: [join(import.meta.dirname, '../../bin/kit.ts')] },
          ours,
          { ...ours, name: 'this server again' },
        ],
        twins: [ours.name, 'this server again'],
        points: [1, 32].flatMap((connections) => [
          { title: `fetch, ${connections} at once`, operation: 'fetch', connections },
          { title: `create with a key, ${connections} at once, on disk before its response`, operation: 'create', connections },
        ]),
      },
      settings,
      place,
      (describe) => begin(() => ({ tables: describe(), remarks: [] })),
    ),
};

const parts = 10;

/** Measures this server's resident memory while it responds to many requests, half of them creates. */
const memory: Measurement = {
  title: 'resident memory during a million requests, every other one a create',
  async run({ requests }, place, begin) {
    const found: string[] = [];
    begin(() => ({ tables: [], remarks: found }));
    const subject = await startSubject(ours, place);
    try {
      const look = async (done: number) => {
        const megabytes = (await subject.readUsage()).memory / 1e6;
        found.push(`after ${String(done).padStart(9)} requests: ${megabytes.toFixed(0)} MB`);
      };
      await look(0);
      for (let part = 1; part <= parts; part++) {
        for (const operation of ['fetch', 'create'] as const) {
          const bodies = await prepareBodies(subject, operation);
          await load(subject, { operation, bodies, connections: 32, amount: Math.ceil(requests / parts / 2) });
        }
        await look(Math.round((requests * part) / parts));
      }
    } finally {
      await subject.stop();
    }
  },
};

/** Measures the time from the start of a sandbox in an existing data folder until it has responded to a create. */
const start: Measurement = {
  title: 'time from the start of a sandbox to its first response',
  async run({ rounds }, place, begin) {
    const times: number[] = [];
    begin(() => {
      const { median, low, high } = estimate(times.map((time) => [time]));
      const text = `${median.toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)}) in ${times.length} starts`;
      return { tables: [], remarks: times.length > 0 ? [text] : [] };
    });
    // The first run is not counted: it creates the data folder and fills the file cache.
    for (let i = 0; i <= 2 * rounds; i++) {
      const began = performance.now();
      const subject = await startSubject(ourSandbox, place);
      try {
        await createOne(subject);
        if (i > 0) times.push(performance.now() - began);
      } finally {
        await subject.stop();
      }
    }
  },
};

/** The measurements by their names on the command line; the first one runs by default. */
export const measurements: Readonly<Record<string, Measurement>> = { peers, kit, flush, postgres, rows, memory, start };
