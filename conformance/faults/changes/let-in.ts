import type { Memory } from '../../servers/full/memory.ts';
import { headerOf, type Message } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { giveToken } from './find-in-memory.ts';

/** Gives a valid token to each request whose unknown credentials `lets` accepts. */
export function letIn(lets: (credentials: string, message: Message, memory: Memory) => boolean): FullChanges {
  return {
    request(message, memory) {
      const credentials = headerOf(message, 'authorization') ?? '';
      const isKnown = credentials.startsWith('Bearer ') && memory.tokens.has(credentials.slice(7));
      if (!isKnown && lets(credentials, message, memory)) giveToken(message, memory);
    },
  };
}
