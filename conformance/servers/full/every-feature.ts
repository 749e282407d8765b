import { readFacts } from './facts.ts';

/** The features of the contract, all of which the full server has. */
export const everyFeature: readonly string[] = readFacts().features;
