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

/** Reads the bundled contract. Each call returns its own copy, because dereferencing changes it. */
export function loadContract(): Contract {
  // Reads the file instead of importing it, because all importers would share one JSON module, and because the file
  // belongs to another TypeScript project.
  const file = createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json');
  return JSON.parse(readFileSync(file, 'utf8'));
}
