import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@payment-invoice/client';
import { startSandbox } from '@payment-invoice/server';
import { createShop } from '../src/create-shop.ts';

export interface DemoSettings {
  /** The shop's port; 0 takes any free one. The sandbox always takes a free port. */
  port: number;
  dataDir: string;
  /** Called with a line of text for each failure and each callback. */
  tell: (line: string) => void;
}

/**
 * Starts the sandbox and the shop. Although both run in the same process, the shop uses the sandbox like any other service,
 * through its URL and a token.
 * @throws StartError if the sandbox cannot start; Error with `code` if the shop cannot listen on its port
 */
export async function startDemo({ port, dataDir, tell }: DemoSettings) {
  mkdirSync(dataDir, { recursive: true });
  const sandbox = await startSandbox({ dataDir, logTo: { write: (line) => appendFileSync(join(dataDir, 'sandbox.log'), line) } });
  try {
    let shopUrl = '';
    const payments = createClient({ baseUrl: sandbox.baseUrl, token: sandbox.token });
    const shop = createServer(createShop({ payments, callbackSecret: sandbox.callbackSecret, shopUrl: () => shopUrl, tell }));
    shop.listen(port, '127.0.0.1');
    await once(shop, 'listening');
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    return {
      shopUrl,
      sandboxUrl: sandbox.baseUrl,
      async close() {
        await Promise.all([closeShop(shop), sandbox.close()]);
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function closeShop(shop: Server): Promise<void> {
  return new Promise((resolve) => {
    shop.close(() => resolve());
    shop.closeAllConnections();
  });
}
