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
  const postponed = postpone();
  try {
    return await import('openapi-backend');
  } finally {
    for (const forget of postponed) forget();
  }
}

/** Puts stand-ins where `require` looks first. Returns what takes each of them away again. */
function postpone(): (() => void)[] {
  const module = globalThis.process?.getBuiltinModule?.('node:module') as typeof nodeModule | undefined;
  if (!module?.createRequire) return [];
  try {
    const require = module.createRequire(module.createRequire(import.meta.url).resolve('openapi-backend'));
    return unused.flatMap((name) => {
      const path = require.resolve(name);
      // One that somebody has loaded costs nothing.
      if (require.cache[path] || !path.endsWith('.js')) return [];
      const forget = (): void => {
        if (require.cache[path] === standIn) delete require.cache[path];
      };
      const standIn = Object.assign(new module.Module(path), {
        filename: path,
        loaded: true,
        exports: standInFor(() => {
          forget();
          return require(name);
        }),
      });
      require.cache[path] = standIn;
      return [forget];
    });
  } catch {
    // It works without, only later.
    return [];
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
