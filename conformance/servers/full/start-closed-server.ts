import type { RunningServer } from '../../src/engine/running-server.ts';
import type { StartOptions } from '../listen.ts';
import { editFields } from './message.ts';
import { type FullChanges, startFullServer } from './start-full-server.ts';

/** The public host name of the callback receiver; here it leads to the port that the suite listens on. */
const receiver = 'callbacks.example';

/** Starts the full server as a deployment that is no sandbox: it accepts neither plain http nor loopback in a URL. */
export async function startClosedServer(replaced: FullChanges, options?: StartOptions): Promise<RunningServer> {
  let port = 0;
  const running = await startFullServer(
    {
      ...replaced,
      async request(message, memory) {
        await replaced.request?.(message, memory);
        if (!/"(callback|return)Url"/.test(message.text ?? '')) return;
        editFields(message, (fields) => {
          // Replaces a URL that must be refused here with one that the full server refuses with the same code.
          for (const name of ['callbackUrl', 'returnUrl'])
            if (typeof fields[name] === 'string' && isForSandboxes(fields[name])) fields[name] = 'ftp://sandbox.example/';
        });
      },
      callbacks: {
        mayCall(url) {
          if (url.hostname !== receiver) return false;
          url.href = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
          return true;
        },
        ...replaced.callbacks,
      },
    },
    options,
  );
  return {
    ...running,
    noSandbox: {
      callbackUrl: `https://${receiver}`,
      leadTo(listening) {
        port = listening;
      },
    },
    adapter: { ...running.adapter, nameInside: async (url) => url.replace(receiver, 'inside.example') },
  };
}

function isForSandboxes(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.protocol === 'http:' || /^127\.|(^|\.)localhost\.?$|^\[::1\]$|^\[::ffff:7f/.test(url.hostname);
}
