import { readFacts } from './facts.ts';

/** The features of the contract; the full server has all of them. */
export const everyFeature: readonly string[] = readFacts().features;
