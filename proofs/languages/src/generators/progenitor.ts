import type { Generator } from './generator.ts';

/** A client that a Rust macro makes from the document while the program compiles. */
export const progenitor: Generator = {
  id: 'progenitor',
  title: 'progenitor',
  language: 'Rust',
  version: '0.15.1',
  document: 'plain',
  limits: ['it adds no token: give `Client::new_with_client` a client that sends the header `Authorization`'],
  needs: ['cargo'],
  generate: ({ document, folder }) => [{ argv: ['cp', document, 'payments.json'], cwd: folder }],
  build: ({ folder }) => [{ argv: ['cargo', 'build', '-q', '--jobs', '2'], cwd: folder }],
  drive: ({ cache, folder }) => ({ argv: [`${cache}/cargo-target/debug/progenitor-driver`], cwd: folder }),
};
