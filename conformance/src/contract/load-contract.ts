import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { compileReference } from './compile-schema.ts';
import type { CataloguedProblem, Contract, Lifecycle, LifecycleEvent, Schema, Transition } from './contract.ts';
import { demandSections } from './demand-sections.ts';
import { follow } from './follow-reference.ts';
import { readOperations } from './read-operations.ts';
import { readRequirements } from './read-requirements.ts';

/** Loads a contract: the one that ships with the suite, unless the path of another is given. */
export function loadContract(path?: string): Contract {
  // Not import.meta.resolve, which the first versions of Node.js 20 lack.
  const own = () => createRequire(import.meta.url).resolve('@payment-invoice/contract/openapi.yaml');
  return readContract(readFileSync(path ?? own(), 'utf8'));
}

export function readContract(text: string): Contract {
  const document: unknown = load(text);
  demandSections(document);
  const requirements = readRequirements(document);
  const operations = readOperations(document, requirements);
  const scheme = follow(document, '#/components/securitySchemes/bearerAuth');
  const [wrongTokens] = (scheme['x-rate-limits'] ?? []) as Contract['wrongTokens'][];
  if (!wrongTokens) throw new Error('The contract has no limit on wrong tokens (/components/securitySchemes/bearerAuth).');
  return {
    version: String((document.info as Schema).version),
    document,
    sha256: createHash('sha256').update(text).digest('hex'),
    operations,
    requirements,
    features: new Map(Object.entries(document['x-features'] as Record<string, string>)),
    sources: new Map(Object.entries(document['x-sources'] as Record<string, string>)),
    problems: new Map(Object.entries(document['x-problems'] as Record<string, CataloguedProblem>)),
    scopes: Object.keys((scheme['x-scopes'] ?? {}) as object),
    wrongTokens,
    bodyLimit: Number(document['x-body-limit']),
    lifecycle: readLifecycle(document, new Map(operations.map(({ id, feature }) => [id, feature]))),
    compile: (reference) => compileReference(document, reference),
  };
}

interface StatedLifecycle {
  initial: string;
  terminal: string[];
  states?: Record<string, { 'x-feature'?: string }>;
  events: Record<string, Omit<LifecycleEvent, 'feature'> & { 'x-feature'?: string }>;
  transitions: Transition[];
}

/** Reads the state machine, which belongs to the schema of the status. An event has the feature of its operation. */
function readLifecycle(document: Schema, features: ReadonlyMap<string, string | undefined>): Lifecycle {
  const schema = follow(document, '#/components/schemas/InvoiceStatus');
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
