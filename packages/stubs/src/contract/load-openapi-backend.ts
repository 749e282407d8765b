import type nodeModule from 'node:module';
import type { OpenAPIBackend } from 'openapi-backend';

/**
 * The modules that openapi-backend imports for work that is not used here: reading documents from files, validating
 * documents, mocking responses, and parsing queries and paths, which the stubs do themselves. They are some seventy
 * files, half of everything that would be loaded.
 */
const unused = ['./refparser', 'openapi-schema-validator', 'mock-json-schema', 'qs', 'bath-es5'];

/**
 * Imports openapi-backend without the modules that are not used here. Such a module is loaded if it is called after
 * all. Other importers of these modules get them unchanged. Where Node.js does not load the modules itself, as in a
 * bundle, everything is imported.
 */
export async function loadOpenApiBackend(): Promise<{ OpenAPIBackend: typeof OpenAPIBackend }> {
  requireSparingly();
  return await import('openapi-backend');
}

/**
 * Loads openapi-backend with stand-ins in the cache of `require`. It is synchronous, so that no other code sees the stand-ins.
 */
function requireSparingly(): void {
  const module = globalThis.process?.getBuiltinModule?.('node:module') as typeof nodeModule | undefined;
  if (!module?.createRequire) return;
  const forgets: (() => void)[] = [];
  try {
    const here = module.createRequire(import.meta.url);
    const require = module.createRequire(here.resolve('openapi-backend'));
    for (const name of unused) {
      const path = require.resolve(name);
      // A module that is loaded already costs nothing.
      if (require.cache[path] || !path.endsWith('.js')) continue;
      const forget = (): void => {
        if (require.cache[path] === standIn) delete require.cache[path];
      };
      const load = () => {
        forget();
        return require(name);
      };
      const standIn = Object.assign(new module.Module(path), { filename: path, loaded: true, exports: standInFor(load) });
      require.cache[path] = standIn;
      forgets.push(forget);
    }
    here('openapi-backend');
  } catch {
    // Importing works without stand-ins too; it only takes longer.
  } finally {
    for (const forget of forgets) forget();
  }
}

/**
 * Stands for the exports of a module and for its default export. Loads the module when an export is read or the default is
 * called.
 */
function standInFor(load: () => unknown): object {
  const loadDefault = (): ((...values: unknown[]) => unknown) => {
    const loaded = load() as { default?: unknown };
    return (typeof loaded === 'function' ? loaded : loaded.default) as (...values: unknown[]) => unknown;
  };
  return new Proxy(callable, {
    // An interop import first reads `__esModule`. When that is undefined, it takes the exports themselves as the default.
    get: (_target, name) => (name === '__esModule' ? undefined : Reflect.get(load() as object, name)),
    apply: (_target, self, values) => Reflect.apply(loadDefault(), self, values),
    construct: (_target, values) => Reflect.construct(loadDefault(), values),
  });
}

/** The target of a proxy, which makes the proxy callable with and without `new`. The function itself is never called. */
function callable(): void {}
