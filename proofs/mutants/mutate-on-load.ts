/**
 * Makes Node.js load one of the server's modules with one change in it, while the file stays as it is. `--import` loads this hook
 * before the server.
 */
import { registerHooks } from 'node:module';
import { applyChange, type Change } from './mutant.ts';

const { url: changed, ...change } = JSON.parse(process.env.MUTANT ?? '{}') as Change & { url: string };
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url === changed ? { ...loaded, source: applyChange(String(loaded.source), change) } : loaded;
  },
});
