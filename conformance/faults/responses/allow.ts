import { type FaultTable, sharing } from '../fault.ts';

/** Servers that tell the methods of a path in another way, or not. */
export const responsesAllow: FaultTable = sharing({ breaks: 'allow-lists-methods' })({
  'allow-in-small-letters': {
    title: 'Allow lists post',
    fullSteps: {
      reply({ headers }) {
        if (headers.Allow !== undefined) headers.Allow = headers.Allow.toLowerCase();
      },
    },
  },
  'no-allow': {
    title: 'A 405 carries no Allow',
    fullSteps: {
      reply({ headers }) {
        delete headers.Allow;
      },
    },
  },
  'allow-says-all': {
    title: 'Allow lists methods that are not there',
    fullSteps: {
      reply({ headers }) {
        if (headers.Allow) Object.assign(headers, { Allow: 'GET, HEAD, OPTIONS, PUT, DELETE, POST' });
      },
    },
  },
});
