import { startBaseServer } from '../faults/base-server.ts';
import { everyFeature } from '../faults/model/every-feature.ts';
import { startModel } from '../faults/model/start-model.ts';
import { answerVariants } from './answers.ts';
import { behaviourVariants } from './behaviour.ts';
import { startPlainHttp } from './plain-http/server.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

/** Every lawful server that differs from the reference server. */
export const variants: readonly Variant[] = [
  {
    id: 'base-of-the-faults',
    title: 'The server that most faults are built on, without one',
    why: 'What is found in a faulty server must be its fault.',
    start: (options) => startBaseServer({}, options),
  },
  {
    id: 'plain-http',
    title: 'Another reading of the source document: 201, plain-text errors, offsets in times, unknown members',
    why: 'The source document states neither statuses nor error bodies (§4.3, §7), nor the form of ids, tags and notes (§2.1).',
    start: startPlainHttp,
  },
  {
    id: 'model',
    title: 'Every feature of the contract, in another implementation: what the faults of features are built on',
    why: 'It claims every feature and keeps to each.',
    features: everyFeature,
    start: (options) => startModel({}, options),
  },
  ...behaviourVariants,
  ...answerVariants,
];
