/** Prose beside the guides that speaks of the contract. */
export const prose = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['client', 'server', 'stubs'].map((room) => `packages/${room}/README.md`),
];
