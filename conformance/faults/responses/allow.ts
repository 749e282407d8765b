import type { FaultTable } from '../fault.ts';

/** Servers that tell the methods of a path in another way, or not. */
export const responsesAllow: FaultTable = {
  'allow-in-small-letters': {
    title: 'Allow lists post',
    breaks: 'allow-lists-methods',
    fullSteps: {
      reply({ headers }) {
        if (headers.Allow !== undefined) headers.Allow = headers.Allow.toLowerCase();
      },
    },
  },
  'no-allow': {
    title: 'A 405 carries no Allow',
    breaks: 'allow-lists-methods',
    fullSteps: {
      reply({ headers }) {
        delete headers.Allow;
      },
    },
  },
  'allow-says-all': {
    title: 'Allow lists methods that are not there',
    breaks: 'allow-lists-methods',
    fullSteps: {
      reply({ headers }) {
        if (headers.Allow) Object.assign(headers, { Allow: 'GET, HEAD, OPTIONS, PUT, DELETE, POST' });
      },
    },
  },
};
