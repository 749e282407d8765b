import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The parts of the bundled contract that the stubs read. */
export interface Contract {
  openapi: string;
  servers: readonly { url: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  components: {
    schemas: Readonly<Record<string, unknown>>;
    securitySchemes: Readonly<Record<string, { type: string; scheme?: string; in?: string; name?: string }>>;
  };
  'x-problems': Readonly<Record<string, ProblemEntry>>;
}

export interface ProblemEntry {
  status: number;
  title: string;
  cause: string;
  cure: string;
}

/** Reads the bundled contract. Each call returns its own copy, since dereferencing writes into it. */
export function loadContract(): Contract {
  // Not an import: a JSON module would be shared between callers, and lies in another TypeScript project.
  const file = createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json');
  return JSON.parse(readFileSync(file, 'utf8'));
}
