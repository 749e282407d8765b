/** Loaded before a server: gives Node.js one of its modules with one change, without changing the file. */
import { registerHooks } from 'node:module';
import { applyChange, type Change } from './mutant.ts';

const { url: changed, ...change } = JSON.parse(process.env.MUTANT ?? '{}') as Change & { url: string };
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url === changed ? { ...loaded, source: applyChange(String(loaded.source), change) } : loaded;
  },
});
