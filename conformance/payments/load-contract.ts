import type { Contract } from '../src/contract/contract.ts';
import * as engine from '../src/contract/load-contract.ts';
import { payments } from './index.ts';

/** Loads the contract at a path: a payment contract, or any other OpenAPI document. Default: the suite's own. */
export const loadContract = (path?: string): Contract => engine.loadContract(payments, path);

/**
 * Reads a payment contract, or any other OpenAPI document.
 * @param path path of its file, to resolve relative references
 */
export const readContract = (text: string, path?: string): Contract => engine.readContract(payments, text, path);
