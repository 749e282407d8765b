import type nodeModule from 'node:module';
import type { OpenAPIBackend } from 'openapi-backend';

/**
 * The modules that openapi-backend imports for work that nobody asks of it here: reading documents from files, judging them, making up
 * responses, and parsing queries and paths, which the stubs do. They are half of all that would be loaded, some seventy files.
 */
const unused = ['./refparser', 'openapi-schema-validator', 'mock-json-schema', 'qs', 'bath-es5'];

/**
 * Imports openapi-backend without what is not used of it: that is loaded if it is called after all. Other importers of the same
 * packages get them as ever. Where modules are not those of Node.js, as in a bundle, everything is imported.
 */
export async function loadOpenApiBackend(): Promise<{ OpenAPIBackend: typeof OpenAPIBackend }> {
  requireSparingly();
  return await import('openapi-backend');
}

/** Loads openapi-backend with stand-ins where `require` looks first, all in one go: nobody else may come upon them. */
function requireSparingly(): void {
  const module = globalThis.process?.getBuiltinModule?.('node:module') as typeof nodeModule | undefined;
  if (!module?.createRequire) return;
  const forgets: (() => void)[] = [];
  try {
    const here = module.createRequire(import.meta.url);
    const require = module.createRequire(here.resolve('openapi-backend'));
    for (const name of unused) {
      const path = require.resolve(name);
      // One that somebody has loaded costs nothing.
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
    // It works without, only later.
  } finally {
    for (const forget of forgets) forget();
  }
}

/** Stands for the exports of a module, and for its default: loads it when one of them is asked for, or when the default is called. */
function standInFor(load: () => unknown): object {
  const loadDefault = (): ((...values: unknown[]) => unknown) => {
    const loaded = load() as { default?: unknown };
    return (typeof loaded === 'function' ? loaded : loaded.default) as (...values: unknown[]) => unknown;
  };
  return new Proxy(callable, {
    // An import of the default asks first if there is one by this name; without, it takes the exports themselves.
    get: (_target, name) => (name === '__esModule' ? undefined : Reflect.get(load() as object, name)),
    apply: (_target, self, values) => Reflect.apply(loadDefault(), self, values),
    construct: (_target, values) => Reflect.construct(loadDefault(), values),
  });
}

/** Can be called, and with `new`: what stands before it decides what comes of that. */
function callable(): void {}
