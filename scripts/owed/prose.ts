/** Folders of programs that call operations by path, or name scopes. */
export const programs = [
  ...['conformance/servers', 'proofs/bench/src', 'proofs/languages/programs', 'proofs/languages/servers', 'proofs/second-server'],
  'conformance/faults/access',
  ...['packages/client/examples', 'packages/demo-shop/src', 'packages/stubs/templates'],
];

/** Further Markdown files, outside the guides, that describe the contract. */
export const prose = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['client', 'kit', 'server', 'stubs'].map((room) => `packages/${room}/README.md`),
];
