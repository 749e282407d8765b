/** Loaded before a server: gives one of its modules to Node with one change, and leaves the file as it is. */
import { registerHooks } from 'node:module';
import { applyChange, type Change } from './mutant.ts';

const { url: changed, ...change } = JSON.parse(process.env.MUTANT ?? '{}') as Change & { url: string };
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url === changed ? { ...loaded, source: applyChange(String(loaded.source), change) } : loaded;
  },
});
