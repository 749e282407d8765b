import type nodeModule from 'node:module';
import type { OpenAPIBackend } from 'openapi-backend';

/** Modules that openapi-backend imports but the stubs do not need: about seventy files, half of all that would be loaded. */
const unused = ['./refparser', 'openapi-schema-validator', 'mock-json-schema', 'qs', 'bath-es5'];

/** Imports openapi-backend. The `unused` modules are not loaded until something uses them. A bundle contains all of them. */
export async function loadOpenApiBackend(): Promise<{ OpenAPIBackend: typeof OpenAPIBackend }> {
  requireSparingly();
  return await import('openapi-backend');
}

/** Loads openapi-backend while stand-ins are in the cache of `require`. Runs synchronously, so no other code can get them. */
function requireSparingly(): void {
  const module = globalThis.process?.getBuiltinModule?.('node:module') as typeof nodeModule | undefined;
  if (!module?.createRequire) return;
  const forgets: (() => void)[] = [];
  try {
    const here = module.createRequire(import.meta.url);
    const require = module.createRequire(here.resolve('openapi-backend'));
    for (const name of unused) {
      const path = require.resolve(name);
      // Skips a module that is already loaded, because replacing it would save nothing.
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
    // Errors are ignored, because the import also works without stand-ins; it only takes longer.
  } finally {
    for (const forget of forgets) forget();
  }
}

/** Makes a stand-in for a module. It loads the module when an export is read or the default export is called. */
function standInFor(load: () => unknown): object {
  const loadDefault = (): ((...values: unknown[]) => unknown) => {
    const loaded = load() as { default?: unknown };
    return (typeof loaded === 'function' ? loaded : loaded.default) as (...values: unknown[]) => unknown;
  };
  return new Proxy(callable, {
    // With `__esModule` undefined, compiled CommonJS code takes the whole stand-in as the module's default export.
    get: (_target, name) => (name === '__esModule' ? undefined : Reflect.get(load() as object, name)),
    apply: (_target, self, values) => Reflect.apply(loadDefault(), self, values),
    construct: (_target, values) => Reflect.construct(loadDefault(), values),
  });
}

/** The target of the proxy. It is never called, but only a function's proxy can be called with and without `new`. */
function callable(): void {}
