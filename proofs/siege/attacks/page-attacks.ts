import type { Attack } from '../attack.ts';
import { flood, repeat, writeRequest } from '../flood.ts';

/** Makes an attack that requests one page over several connections, with eight requests at a time on each of them. */
const askFor = (name: string, what: string, path: (invoiceId: string) => string, limits: Attack['limits'] = {}): Attack => ({
  name,
  what,
  limits,
  run: (tools) => {
    const request = writeRequest(path(tools.target.invoiceId), { head: ['Accept-Encoding: gzip'] });
    return flood(tools, { connections: 8, batch: () => repeat(request, 8) });
  },
});

/** Attacks with floods of requests that need no token. */
export const pageAttacks: readonly Attack[] = [
  {
    name: 'pipelined-docs',
    what: 'sends 32 KB of requests for the docs at once, uncompressed, and reads nothing',
    run: (tools) => {
      const request = writeRequest('/docs/');
      return flood(tools, { connections: 4, reads: false, batch: () => repeat(request, Math.floor(32_768 / request.length)) });
    },
  },
  {
    name: 'pipelined-heads',
    what: 'sends 32 KB of HEAD requests for the docs at once',
    run: (tools) => {
      const request = writeRequest('/docs/', { method: 'HEAD' });
      return flood(tools, { connections: 4, batch: () => repeat(request, Math.floor(32_768 / request.length)) });
    },
  },
  // A higher limit per kilobyte, because each response is half a megabyte.
  askFor('docs', 'loads the docs again and again, compressed', () => '/docs/', { ratio: 60 }),
  askFor('contract', 'loads the contract again and again, compressed', () => '/openapi.yaml', { ratio: 60 }),
  askFor('contract-json', 'loads the contract as JSON again and again, compressed', () => '/openapi.json', { ratio: 60 }),
  askFor('requirements', 'loads the list of requirements again and again, compressed', () => '/docs/requirements', { ratio: 60 }),
  askFor('payment-page', 'loads a payment page again and again', (id) => `/pay/${id}`),
  askFor('payment-page-stay', 'loads a payment page with every part of its query', (id) => `/pay/${id}?stay&after=late`),
  askFor('payment-status', 'asks for the state of a payment again and again', (id) => `/pay/${id}/status`),
  askFor('receipt-form', 'loads the form for a receipt again and again', (id) => `/pay/${id}/receipt`),
  askFor('problem-pages', 'loads pages of problems', () => '/problems/rate_limited'),
  askFor('metrics', 'asks for the metrics, which a sandbox shows to everyone', () => '/metrics'),
  askFor('unknown-paths', 'asks for paths that there are not', () => `/${'nowhere/'.repeat(20)}`),
];
