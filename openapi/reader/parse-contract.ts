import { load } from 'js-yaml';
import { isNode, type Node } from './json.ts';

/** The maximum number of values in a document. YAML aliases can expand a small file to billions. */
const mostParts = 3_000_000;

/**
 * Parses the text of a contract, YAML or JSON.
 * @param name the name that error messages use for the contract
 * @throws Error when the text is not an OpenAPI document
 */
export function parseContract(text: string, name: string): Node {
  const document = parseFile(text, name);
  if (isNode(document) && document.swagger !== undefined)
    throw new Error(`${name} is Swagger 2.0: convert it to OpenAPI 3 first, for example with swagger2openapi.`);
  if (!isNode(document) || document.openapi === undefined) throw new Error(`${name} is not an OpenAPI document.`);
  const { openapi: version } = document;
  if (typeof version !== 'string' || !/^3\.[0-2](\.|$)/.test(version))
    throw new Error(`${name} is of no version of OpenAPI 3 from 3.0 to 3.2: openapi is ${JSON.stringify(version).slice(0, 40)}.`);
  return document;
}

/** Parses a file of a contract. @throws Error when it is neither YAML nor JSON, or is too large */
export function parseFile(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = parseText(text);
  } catch (error) {
    throw new Error(`${name} is not YAML: ${(error as Error).message.trim()}`, { cause: error });
  }
  try {
    refuseEndless(value, name, new Set(), { parts: 0 });
  } catch (error) {
    throw error instanceof RangeError ? new Error(`${name} is nested too deep to be read.`) : error;
  }
  return value;
}

/** Parses text that begins with a brace as JSON, which is ten times faster than as YAML. If that fails, it may still be YAML. */
function parseText(text: string): unknown {
  if (!/^\s*\{/.test(text)) return load(text);
  try {
    return JSON.parse(text);
  } catch {
    return load(text);
  }
}

/** Checks a parsed value. @throws Error when it contains itself, or when nested aliases make it too large */
function refuseEndless(value: unknown, name: string, within: Set<unknown>, count: { parts: number }): void {
  count.parts += 1;
  if (count.parts > mostParts) throw new Error(`${name} has more than ${mostParts} parts. Are there aliases of aliases in it?`);
  if (typeof value !== 'object' || value === null) return;
  if (within.has(value)) throw new Error(`${name} has an alias inside its own anchor.`);
  within.add(value);
  for (const part of Object.values(value)) refuseEndless(part, name, within, count);
  within.delete(value);
}
