import { changeHeader, sendHeader } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that list the methods of a path incorrectly, or not at all. */
export const responsesAllow: FaultTable = sharing({ breaks: 'allow-lists-methods' })({
  'allow-in-small-letters': {
    title: 'Allow lists post',
    fullSteps: changeHeader('Allow', (methods) => methods.toLowerCase()),
  },
  'no-allow': {
    title: 'A 405 carries no Allow',
    fullSteps: sendHeader('Allow', undefined),
  },
  'allow-says-all': {
    title: 'Allow lists methods that are not there',
    fullSteps: changeHeader('Allow', () => 'GET, HEAD, OPTIONS, PUT, DELETE, POST'),
  },
});
