import { readFacts } from './facts.ts';

/** All features of the contract. The full server has each of them. */
export const everyFeature: readonly string[] = readFacts().features;
