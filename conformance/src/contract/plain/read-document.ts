import { readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { load } from 'js-yaml';
import { attempt, decodePercent } from '../../text/attempt.ts';
import type { Schema } from '../contract.ts';
import { follow, isObject, pointed } from '../follow-reference.ts';
import { walkDocument } from './walk-document.ts';

/** Maximum number of nodes in a document. Useful documents have far fewer, but YAML aliases can expand to billions. */
const mostParts = 3_000_000;
/** Maximum size of a file in bytes. */
const mostBytes = 64 * 1024 * 1024;
const mostFiles = 1000;

/**
 * Parses YAML or JSON. Tries the JSON parser first, which is ten times as fast.
 * @throws Error with a full sentence if the text is neither
 */
export function parseText(text: string): unknown {
  if (text.length > mostBytes) throw new Error(`it is larger than ${mostBytes / 1024 / 1024} MiB.`);
  // YAML may also begin with a brace.
  return (/^\s*\{/.test(text) ? attempt(() => JSON.parse(text)) : undefined) ?? load(text);
}

/**
 * Returns a deep copy in which every object occurs once. In the original, a YAML alias makes the same object occur in several
 * places.
 * @throws Error with a full sentence if the document is too large
 */
function unfold(document: unknown): unknown {
  const open: unknown[] = [document];
  for (let count = 0; open.length > 0; count++) {
    const next = open.pop();
    if (count > mostParts) throw new Error(`it has more than ${mostParts} parts. Are there aliases of aliases in it?`);
    if (typeof next === 'object' && next !== null) for (const value of Object.values(next)) open.push(value);
  }
  try {
    return JSON.parse(JSON.stringify(document) ?? 'null');
  } catch {
    throw new Error('it is nested too deep to be read.');
  }
}

/**
 * Reads an OpenAPI document and all files to which it refers. Stores these files under `x-files`, so that all references point
 * into the document.
 * @param parsed the document
 * @param path path of its file, to resolve relative references; if it is missing, references to files are refused
 * @throws Error with a full sentence if the suite cannot use the document
 */
export function readDocument(parsed: unknown, path?: string): Schema {
  const document = unfold(parsed);
  if (!isObject(document)) throw new Error('it is no OpenAPI document: there is no object in it.');
  demandVersion(document);
  bundleFiles(document, path);
  followAll(document);
  return document;
}

function demandVersion(document: Schema): void {
  const { openapi, swagger } = document;
  if (swagger !== undefined)
    throw new Error('it is Swagger 2.0: convert it to OpenAPI 3 first, for example with swagger2openapi.');
  if (typeof openapi !== 'string' || !/^3\.[0-2](\.|$)/.test(openapi))
    throw new Error(
      `it is no OpenAPI document of version 3.0 or 3.1: openapi is ${JSON.stringify(openapi)?.slice(0, 40) ?? 'absent'}.`,
    );
  const missing = ['/info', '/paths'].filter((pointer) => !isObject(follow(document, `#${pointer}`)));
  if (missing.length > 0) throw new Error(`it has no ${missing.join(', no ')}.`);
}

/** Stores each referenced file under `x-files`, and rewrites references to it as references into the document. */
function bundleFiles(document: Schema, path: string | undefined): void {
  const main = path === undefined ? undefined : resolve(path);
  const files: Record<string, Schema> = {};
  const open: { file: string | undefined; node: Schema }[] = [{ file: main, node: document }];
  const nameOf = (file: string): string => relative(dirname(main ?? ''), file).replaceAll('\\', '/');
  const turn = (reference: string, from: string | undefined): string => {
    const [target = '', fragment = ''] = reference.split('#', 2) as [string, string?];
    if (target === '') return from === main ? reference : `#/x-files/${pointed(nameOf(from ?? ''))}${fragment}`;
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target))
      throw new Error(
        `it refers to ${target.slice(0, 200)}, and the suite fetches nothing: save that beside it, and refer to the file.`,
      );
    if (from === undefined)
      throw new Error(`it refers to ${target.slice(0, 200)}: give it as a file, from whose folder that is found.`);
    const file = join(dirname(from), decodePercent(target));
    if (isAbsolute(target) || !['.yaml', '.yml', '.json'].includes(extname(file)))
      throw new Error(`it refers to ${target.slice(0, 200)}, which is no .yaml or .json file beside it.`);
    if (file === main) return `#${fragment}`;
    const name = nameOf(file);
    if (!Object.hasOwn(files, name)) {
      if (Object.keys(files).length >= mostFiles) throw new Error(`it refers to more than ${mostFiles} files.`);
      const found = readPart(file, target);
      files[name] = found;
      open.push({ file, node: found });
    }
    return `#/x-files/${pointed(name)}${fragment}`;
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { file, node } = next;
    walkDocument(node, (part) => {
      if (typeof part.$ref === 'string') part.$ref = decodePercent(turn(part.$ref, file));
      return undefined;
    });
  }
  if (Object.keys(files).length > 0) document['x-files'] = files;
}

function readPart(file: string, target: string): Schema {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`it refers to ${target}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const found = unfold(parseText(text));
  if (!isObject(found)) throw new Error(`it refers to ${target}, which holds no object.`);
  return found;
}

/** Checks that every reference points to a schema. @throws Error if a reference points to nothing, or only to itself */
function followAll(document: Schema): void {
  const sound = new Set<string>();
  walkDocument(document, ({ $ref }, pointer) => {
    if (typeof $ref !== 'string' || sound.has($ref)) return undefined;
    const passed = new Set<string>();
    let reference: unknown = $ref;
    while (typeof reference === 'string') {
      if (passed.has(reference)) throw new Error(`the reference ${$ref.slice(0, 200)} leads to itself (${pointer}).`);
      passed.add(reference);
      const found: unknown = reference === '#' ? document : follow(document, reference);
      if (!isObject(found) && typeof found !== 'boolean')
        throw new Error(`there is nothing at ${reference.slice(0, 200)}, to which ${pointer} refers.`);
      reference = isObject(found) ? found.$ref : undefined;
    }
    for (const one of passed) sound.add(one);
    return undefined;
  });
}
