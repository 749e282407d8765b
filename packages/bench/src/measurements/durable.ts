import { measureSeries } from '../measure-series.ts';
import { DURABLE_PEER } from '../peers/index.ts';
import { printSeries, summarize } from '../series.ts';
import { OURS } from '../subject.ts';
import { withSubjects } from '../with-subjects.ts';
import type { Measurement } from './measurement.ts';

/** Creates that are on disk when they are answered. */
export const durable: Measurement = {
  title: 'create at 32 connections beside Fastify with a durable commit a request',
  run: (settings, place) =>
    withSubjects([OURS, DURABLE_PEER], place, async (subjects) => {
      const series = await measureSeries(subjects, [{ operation: 'create', connections: 32 }], settings);
      const { throughput } = summarize(series, OURS).find(({ name }) => name === DURABLE_PEER)?.ratios ?? {};
      return {
        text: `${printSeries(series, OURS)}\nour throughput: × ${throughput?.toFixed(1)}`,
        figures: summarize(series, OURS),
      };
    }),
};
