import { type Contract, type Operation, operationById } from '../../src/contract/contract.ts';

/** A limit that the contract states as a fact (`x-rate-limits`). */
export interface RateLimit {
  name: string;
  per: 'account' | 'invoice' | 'address';
  requests: number;
  seconds: number;
  requirement: string;
}

/** Returns the limit of an operation for an account or an invoice; undefined where the contract has none. */
export function limitOf(contract: Contract, operationId: string, per: 'account' | 'invoice'): RateLimit | undefined {
  return limitsAt(contract, operationById(contract, operationId)).find((limit) => limit.per === per);
}

/** Returns the limit of failed authentications; its `requests` are the failures. */
export function failureLimit(contract: Contract): RateLimit | undefined {
  const { components } = contract.document as { components: { securitySchemes: Record<string, Node> } };
  const [limit] = Object.values(components.securitySchemes).flatMap((scheme) => scheme['x-rate-limits'] ?? []);
  return limit && { ...limit, requests: limit.failures ?? limit.requests };
}

interface Node {
  'x-rate-limits'?: (RateLimit & { failures?: number })[];
}

function limitsAt({ document }: Contract, { path, method }: Operation): RateLimit[] {
  const { paths } = document as unknown as { paths: Record<string, Record<string, Node>> };
  return paths[path]?.[method.toLowerCase()]?.['x-rate-limits'] ?? [];
}
