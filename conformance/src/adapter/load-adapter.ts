import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sandboxAdapter } from '../../adapters/sandbox.ts';
import type { Adapter } from './adapter.ts';
import { payByCommand, tokenByCommand } from './ask-command.ts';

/** The way to pay: a module path, an adapter object, or a command. Without any of them, the suite tries made-up receipts. */
export interface AdapterSource {
  module?: string | Adapter;
  payCommand?: string;
  /** A command that prints a token. */
  tokenCommand?: string;
}

/**
 * Loads an adapter: `sandbox` is the suite's own, anything else is a module file.
 * @throws Error with a full sentence where the module cannot be used
 */
export async function loadAdapter({ tokenCommand, ...source }: AdapterSource): Promise<Adapter> {
  const adapter = await loadPayer(source);
  // Object.create keeps the adapter as prototype, because its functions may use `this`.
  return tokenCommand === undefined ? adapter : Object.create(adapter, { token: { value: tokenByCommand(tokenCommand) } });
}

async function loadPayer({ module, payCommand }: AdapterSource): Promise<Adapter> {
  if (payCommand !== undefined) return payByCommand(payCommand);
  if (module === undefined) return {};
  if (module === 'sandbox') return sandboxAdapter;
  if (typeof module === 'object') return check(module, 'that was given');
  let loaded: Adapter & { default?: Adapter };
  try {
    loaded = await import(pathToFileURL(resolve(module)).href);
  } catch (error) {
    if (!existsSync(module)) throw new Error(`The adapter ${module} cannot be loaded: there is no such file.`);
    throw new Error(`The adapter ${module} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  return check(loaded.default ?? loaded, module);
}

function check(adapter: Adapter, name: string): Adapter {
  if (typeof adapter.pay !== 'function') throw new Error(`The adapter ${name} exports no function pay.`);
  return adapter;
}
