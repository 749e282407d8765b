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
  /** The command-line arguments that give Schemathesis the account. */
  credentials: string[];
  defects: readonly string[];
  /** Starts the server, with the defect of the given id if there is one. */
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
