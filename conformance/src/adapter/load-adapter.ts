import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sandboxAdapter } from '../../adapters/sandbox.ts';
import type { Adapter } from './adapter.ts';
import { payByCommand } from './pay-by-command.ts';

/** The way to pay: a module or a command. Without either, made-up receipts are tried. */
export interface AdapterSource {
  module?: string;
  payCommand?: string;
}

/**
 * Loads an adapter: `sandbox` is ours, anything else a module file.
 * @throws Error with a sentence where the module cannot be used
 */
export async function loadAdapter({ module, payCommand }: AdapterSource): Promise<Adapter> {
  if (payCommand !== undefined) return payByCommand(payCommand);
  if (module === undefined) return {};
  if (module === 'sandbox') return sandboxAdapter;
  let loaded: Adapter & { default?: Adapter };
  try {
    loaded = await import(pathToFileURL(resolve(module)).href);
  } catch (error) {
    throw new Error(`The adapter ${module} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  const adapter = loaded.default ?? loaded;
  if (typeof adapter.pay !== 'function') throw new Error(`The adapter ${module} exports no function pay.`);
  return adapter;
}
