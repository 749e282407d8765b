export { createMemoryStore } from './create-memory-store.ts';
