import { readFileSync } from 'node:fs';
import { compileReference } from './compile-schema.ts';
import type { CataloguedProblem, Contract, Schema } from './contract.ts';
import type { DomainFacts } from './domain.ts';
import { follow, isObject } from './follow-reference.ts';
import type { Lifecycle, LifecycleEvent } from './lifecycle.ts';
import { showsLifecycle } from './main-object.ts';
import { hashText, readOwnContract } from './own-contract.ts';
import { parseText, readDocument } from './plain/read-document.ts';
import { readPlainContract } from './plain/read-plain-contract.ts';
import { readOperations } from './read-operations.ts';
import { readRequirements } from './read-requirements.ts';

/** Maximum number of nodes in a contract. Real contracts have far fewer, but YAML aliases can expand to billions. */
const most = 500_000;

/**
 * Checks that a document has the sections of a contract of its domain.
 * @throws Error with a full sentence if it lacks one or is too large
 */
function demandSections({ sections }: DomainFacts, document: Schema): void {
  const missing = sections.filter((pointer) => !isObject(follow(document, `#${pointer}`)));
  if (missing.length > 0) throw new Error(`it has no ${missing.join(', no ')}.`);
  const open: unknown[] = [document];
  for (let count = 0; open.length > 0; count++) {
    const next = open.pop();
    if (count > most) throw new Error(`it has more than ${most} parts. Are there aliases of aliases in it?`);
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
}

/** The suite's own contract. It is read only once, because a process may run the suite many times. */
let own: { text: string; contract: Contract } | undefined;

/** Loads the contract at a path: a contract of the domain, or any other OpenAPI document. Default: the suite's own contract. */
export function loadContract(domain: DomainFacts, path?: string): Contract {
  if (path !== undefined) return readContract(domain, readFileSync(path, 'utf8'), path);
  const { text, document } = readOwnContract();
  if (own?.text !== text || own.contract.domain !== domain)
    own = { text, contract: understand(domain, document ?? parseText(text), text) };
  return own.contract;
}

/**
 * Reads a contract of the domain, or any other OpenAPI document.
 * @param path path of its file, to resolve relative references
 */
export const readContract = (domain: DomainFacts, text: string, path?: string): Contract =>
  understand(domain, parseText(text), text, path);

function understand(domain: DomainFacts, document: unknown, text: string, path?: string): Contract {
  if (!isObject(document) || !domain.recognizes(document)) return readPlainContract(readDocument(document, path), text, path);
  demandSections(domain, document);
  const requirements = readRequirements(document);
  const operations = readOperations(document, requirements);
  const creator = operations.find((one) => showsLifecycle(one) && one.identified === undefined);
  if (creator) creator.creates = true;
  const scheme = follow(document, '#/components/securitySchemes/bearerAuth');
  const [wrongTokens] = (scheme['x-rate-limits'] ?? []) as Contract['wrongTokens'][];
  if (!wrongTokens) throw new Error('The contract has no limit on wrong tokens (/components/securitySchemes/bearerAuth).');
  return {
    domain,
    version: String((document.info as Schema).version),
    document,
    sha256: hashText(text),
    operations,
    requirements,
    features: new Map(Object.entries(document['x-features'] as Record<string, string>)),
    sources: new Map(Object.entries(document['x-sources'] as Record<string, string>)),
    problems: new Map(Object.entries(document['x-problems'] as Record<string, CataloguedProblem>)),
    scopes: Object.keys((scheme['x-scopes'] ?? {}) as object),
    wrongTokens,
    bodyLimit: Number(document['x-body-limit']),
    lifecycle: readLifecycle(
      follow(document, `#${domain.lifecycle}`),
      new Map(operations.map(({ id, feature }) => [id, feature])),
    ),
    compile: (reference) => compileReference(document, reference),
  };
}

interface StatedLifecycle extends Pick<Lifecycle, 'initial' | 'terminal' | 'transitions'> {
  states?: Record<string, { 'x-feature'?: string }>;
  events: Record<string, Omit<LifecycleEvent, 'feature'> & { 'x-feature'?: string }>;
}

/** Reads the state machine. An event that an operation causes belongs to that operation's feature. */
function readLifecycle(schema: Schema, features: ReadonlyMap<string, string | undefined>): Lifecycle {
  const { initial, terminal, states = {}, events, transitions } = schema['x-lifecycle'] as StatedLifecycle;
  const read = Object.entries(events).map(([name, { 'x-feature': own, ...event }]): [string, LifecycleEvent] => {
    const feature = own ?? features.get(event.operation ?? '');
    return [name, { ...event, ...(feature !== undefined && { feature }) }];
  });
  const ofFeature = Object.entries(states).flatMap(([state, { 'x-feature': feature }]) =>
    feature === undefined ? [] : [[state, feature] as const],
  );
  return {
    states: schema.enum as string[],
    initial,
    terminal,
    features: Object.fromEntries(ofFeature),
    events: Object.fromEntries(read),
    transitions,
  };
}
