import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { libraryDefects } from '../../conformance/testing/plain/library-defects.ts';
import { libraryContract, libraryKey, otherLibraryKey, serveLibrary } from '../../conformance/testing/plain/library-server.ts';
import { museumDefects } from '../../conformance/testing/plain/museum-defects.ts';
import { museumContract, museumToken, otherMuseumToken, serveMuseum } from '../../conformance/testing/plain/museum-server.ts';
import type { Served } from '../../conformance/testing/plain/serve-json.ts';

/** A server written only from a document, and its defects. */
export interface Subject {
  name: string;
  contract: string;
  token: string;
  otherToken: string;
  /** The command-line arguments with which Schemathesis authenticates. */
  credentials: string[];
  defects: readonly string[];
  /** Starts the server. If an id is given, the server has the defect with that id. */
  serve(id?: string): Promise<Served>;
}

export const subjects: readonly Subject[] = [
  {
    name: 'library',
    contract: libraryContract,
    token: libraryKey,
    otherToken: otherLibraryKey,
    credentials: ['-H', `X-Library-Key: ${libraryKey}`],
    defects: libraryDefects.map(({ id }) => id),
    serve: (wanted) => serveLibrary(libraryDefects.find(({ id }) => id === wanted)),
  },
  {
    name: 'museum',
    contract: museumContract,
    token: museumToken,
    otherToken: otherMuseumToken,
    credentials: ['--auth', museumToken],
    defects: museumDefects.map(({ id }) => id),
    serve: (wanted) => serveMuseum(museumDefects.find(({ id }) => id === wanted)),
  },
];

/** The number of examples for each operation. With more examples, a run would take too long. */
export const examples = 20;

/** The time limit of one run, in milliseconds; a run normally takes tens of seconds. */
const patience = 600_000;

/**
 * Runs Schemathesis with every check and every phase until its first failure, and returns whether it reported a failure. A run
 * takes about ten times as long as a run of the suite.
 */
export function askSchemathesis(program: string, { contract, credentials }: Subject, baseUrl: string): Promise<boolean> {
  const args = [
    ...['run', contract, '--url', baseUrl, ...credentials],
    ...['--checks', 'all', '--max-examples', String(examples), '--max-failures', '1', '--no-shrink'],
    ...['--seed', '1', '--generation-deterministic'],
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'ignore'], timeout: patience });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || code === 1 ? resolve(code === 1) : reject(new Error(`${program} ended with ${code ?? signal}.`)),
    );
  });
}
