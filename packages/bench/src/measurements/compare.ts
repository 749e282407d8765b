import { measureSeries } from '../measure-series.ts';
import { OPERATIONS } from '../operations.ts';
import { peers } from '../peers/index.ts';
import { printSeries, summarize } from '../series.ts';
import { OURS } from '../subject.ts';
import { withSubjects } from '../with-subjects.ts';
import type { Measurement } from './measurement.ts';

/** The same requests to this server and to each peer. Our creates are durable, those of most peers are not. */
export const compare: Measurement = {
  title: 'fetch and create beside the peers, at 1 and 32 connections',
  run: (settings, place) => {
    const names = [OURS, ...Object.keys(peers)];
    return withSubjects(names, place, async (subjects) => {
      const points = OPERATIONS.flatMap((operation) => [1, 32].map((connections) => ({ operation, connections })));
      const series = await measureSeries(subjects, points, settings);
      return { text: printSeries(series, OURS), figures: summarize(series, OURS) };
    });
  },
};
