import { join } from 'node:path';
import { measureSeries } from '../measure-series.ts';
import { durablePeer } from '../peers/index.ts';
import { printSeries, summarize } from '../series.ts';
import { ours, startSubject } from '../subject.ts';
import { timeSync } from '../time-sync.ts';
import type { Measurement } from './measurement.ts';

/** Creates that are on disk before their response. The gain of a group commit depends on the time that the disk takes. */
export const durable: Measurement = {
  title: 'create at 32 connections beside Fastify with a durable commit a request',
  run: async (settings, place) => {
    const starts = [ours, durablePeer].map((name) => (round: number) => startSubject(name, join(place, String(round))));
    const series = await measureSeries(starts, [{ operation: 'create', connections: 32 }], settings);
    const { throughput } = summarize(series, ours).find(({ name }) => name === durablePeer)?.ratios ?? {};
    const sync = timeSync(place);
    return {
      text: `${printSeries(series, ours)}\nour throughput: × ${throughput?.toFixed(1)}; the disk takes ${sync.toFixed(2)} ms to write 16 KB durably`,
      figures: { series: summarize(series, ours), milliseconds16KB: sync },
    };
  },
};
