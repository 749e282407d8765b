import type { Contract } from './read-contract.ts';

/** Matches a word in the form of a scope, `invoices:read`, that is not part of an address, a path or a longer name. */
const ofScopes = /(?<![\w:./-])([a-z][a-z0-9_-]*):([a-z][a-z0-9_-]*)(?![\w:/-])/g;

/**
 * Finds scopes in a text that the contract does not have, or no longer has. Considers only words that share the resource or the
 * verb with one of the contract's scopes, so that `node:http` does not count. Returns sentences.
 */
export function findStaleScopes({ scopes }: Pick<Contract, 'scopes'>, text: string): string[] {
  const known = scopes.map(({ name }) => name.split(':'));
  const stale = Array.from(text.matchAll(ofScopes)).filter(
    ([word, thing, verb]) =>
      !scopes.some(({ name }) => name === word) &&
      known.some((parts) => parts.length === 2 && (parts[0] === thing || parts[1] === verb)),
  );
  return [...new Set(stale.map(([word]) => word))].map((word) => `It names the scope ${word}, which x-scopes does not have.`);
}
