/** The contract as the docs builder looks into it; everything may be absent, so that half a contract still has docs. */
export interface Document {
  info: { title: string; version: string; description?: string };
  tags?: Tag[];
  paths?: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, Record<string, unknown>> };
  'x-tagGroups'?: { name: string; tags: string[] }[];
  'x-problems'?: Record<string, Problem>;
  'x-features'?: Record<string, string>;
  'x-sources'?: Record<string, string>;
  [key: string]: unknown;
}

/** A section of the docs; with x-traitTag one of text alone. */
export interface Tag {
  name: string;
  description?: string;
  'x-displayName'?: string;
  'x-traitTag'?: boolean;
}

/** An entry of the problem catalogue. */
export interface Problem {
  status: number;
  title: string;
  cause: string;
  cure: string;
}

/** What `x-lifecycle` says of the statuses. */
export interface Lifecycle {
  initial: string;
  terminal: string[];
  events: Record<string, { description: string; cause?: string }>;
  transitions: Transition[];
}

/** A row of the state machine; one that cannot happen has no `to`. */
export interface Transition {
  event: string;
  from: string[];
  to?: string;
  status?: number;
  problem?: string;
  callback?: string;
}

/** An operation, where it stands, and whether it is one that the service calls. */
export interface Operation {
  id: string;
  isCallback: boolean;
  value: Record<string, unknown>;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Every operation, in the contract's order, each followed by its callbacks. */
export function listOperations(paths: unknown, isCallback = false): Operation[] {
  return members(paths).flatMap(([, item]) =>
    members(item)
      .filter(([method]) => methods.has(method))
      .flatMap(([, value]) => {
        const operation = value as Record<string, unknown>;
        const callbacks = members(operation.callbacks).flatMap(([, callback]) => listOperations(callback, true));
        return [{ id: String(operation.operationId ?? ''), isCallback, value: operation }, ...callbacks];
      }),
  );
}

/** Members of an object; none for anything else. */
export function members(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
