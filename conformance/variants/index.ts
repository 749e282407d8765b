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
  Object.entries(table).map(([id, record]): Variant => {
    const { title, why, features, leaves, untried, callbackWait } = record;
    return {
      ...{
        id,
        title,
        why,
        ...(features && { features }),
        ...(leaves && { leaves }),
        ...(untried && { untried }),
        ...(callbackWait && { callbackWait }),
      },
      start: (options) => startServer(record, options),
    };
  }),
);
