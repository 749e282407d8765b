export { makeId, makeNote, type RandomBytes } from './make-id.ts';
