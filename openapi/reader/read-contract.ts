import { entriesOf, isNode, type Node, nodesOf, type Place, textOf } from './json.ts';
import { listRateLimits, listScopes, type RateLimit, type Scope } from './list-access.ts';
import { type Lifecycle, listLifecycles } from './list-lifecycles.ts';
import { listOperations, type Operation } from './list-operations.ts';
import { listRequirementLists, type Requirement, type RequirementList, requirementsOf } from './list-requirements.ts';

/** An entry of `x-problems`. Text fields that the entry omits are empty strings. */
export interface Problem {
  code: string;
  /** NaN when the entry has no numeric status. */
  status: number;
  title: string;
  cause: string;
  cure: string;
  node: Node[string];
  at: Place;
}

/** A contract as the lint rules, the docs and the check for breaking changes use it. Missing parts are empty. */
export interface Contract {
  document: Node;
  /** The operations that clients call, in the contract's order. */
  operations: Operation[];
  /** The component schemas, keyed by name. */
  schemas: Map<string, Node>;
  requirementLists: RequirementList[];
  requirements: Requirement[];
  lifecycles: Lifecycle[];
  problems: Problem[];
  scopes: Scope[];
  rateLimits: RateLimit[];
  /** The descriptions in `x-features`, keyed by the feature's name. */
  features: Map<string, string>;
  /** The titles in `x-sources`, keyed by section or decision id. */
  sources: Map<string, string>;
}

/** Reads a parsed contract. Never throws, because lint rules run on every document, even on an invalid one. */
export function readContract(document: Node): Contract {
  const requirementLists = listRequirementLists(document);
  const operations = listOperations(document, document.paths, ['paths']);
  return {
    document,
    operations,
    schemas: new Map(nodesOf(document.components?.schemas)),
    requirementLists,
    requirements: requirementLists.flatMap(requirementsOf),
    lifecycles: listLifecycles(document),
    problems: entriesOf(document['x-problems']).map(([code, node]) => ({
      code,
      status: Number(node?.status),
      title: textOf(node?.title),
      cause: textOf(node?.cause),
      cure: textOf(node?.cure),
      node,
      at: ['x-problems', code],
    })),
    scopes: listScopes(document),
    rateLimits: listRateLimits(document, operations),
    features: textsOf(document['x-features']),
    sources: textsOf(document['x-sources']),
  };
}

/**
 * Returns whether a contract is ours or an edited copy of ours. Our guides and samples are correct only for such a contract. A
 * third party's contract may have a `createPayment`, but no lifecycle of an InvoiceStatus and no catalogue of problems.
 */
export function isOfPayments({ document, operations }: Contract): boolean {
  const facts = [document.components?.schemas?.InvoiceStatus?.['x-lifecycle'], document['x-problems']];
  return operations.some(({ id }) => id === 'createPayment') && facts.some(isNode);
}

function textsOf(value: unknown): Map<string, string> {
  return new Map(entriesOf(value).map(([name, text]) => [name, textOf(text)]));
}
