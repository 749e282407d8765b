import { startServer } from '../servers/start-server.ts';
import { behaviourVariants } from './behaviour.ts';
import { implementationVariants } from './implementations.ts';
import { libraryVariants } from './libraries.ts';
import { responseVariants } from './responses.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

/** Every correct server that differs from the reference server. */
export const variants: readonly Variant[] = [
  implementationVariants,
  libraryVariants,
  behaviourVariants,
  responseVariants,
].flatMap((table) =>
  Object.entries(table).map(([id, record]): Variant => ({ id, ...record, start: (options) => startServer(record, options) })),
);
