import { join } from 'node:path';
import { measureSeries } from '../measure-series.ts';
import { operations } from '../operations.ts';
import { peers } from '../peers/index.ts';
import { printSeries, summarize } from '../series.ts';
import { ours, startSubject } from '../subject.ts';
import type { Measurement } from './measurement.ts';

/** Sends the same requests to this server and to each peer. Our creates are durable, those of most peers are not. */
export const compare: Measurement = {
  title: 'fetch and create beside the peers, at 1 and 32 connections',
  run: async (settings, place) => {
    const starts = [ours, ...Object.keys(peers)].map((name) => (round: number) => startSubject(name, join(place, String(round))));
    const points = operations.flatMap((operation) => [1, 32].map((connections) => ({ operation, connections })));
    const series = await measureSeries(starts, points, settings);
    return { text: printSeries(series, ours), figures: summarize(series, ours) };
  },
};
