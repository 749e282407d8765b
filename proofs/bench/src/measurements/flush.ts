import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../command/usage-error.ts';
import type { Table } from '../report/table.ts';
import { oursWith } from '../servers/our-server.ts';
import { planPeer } from '../servers/subject.ts';
import { compareServers } from './compare-servers.ts';
import type { Measurement } from './measurement.ts';

/** Times of a flush, in microseconds: a good disk's of a data centre, and a slow one's. */
const flushes = [0, 300, 3_000];
/** The shortest slice, in milliseconds: at its end 64 requests wait for the disk, one after another where each has a commit. */
const shortestSlice = 500;

/** Creates that are on disk before their response, on disks of several speeds: how far sharing a commit pays depends on it. */
export const flush: Measurement = {
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

/** Compiles the replacement of the flush, and returns its file. */
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
