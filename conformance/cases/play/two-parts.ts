import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type CallbackPlay, expectCalls, startCallbackPlay } from './callback-play.ts';
import { paid, read, shares } from './play.ts';

/** A part payment and the rest, their events, and the invoice as fetched after each. */
export interface TwoParts {
  play: CallbackPlay;
  calls: readonly Call[];
  reads: Record<string, unknown>[];
}

/** Plays them, once in a run. */
export function twoParts(context: CaseContext): Promise<TwoParts> {
  return context.subject.share('two events', async () => {
    const play = await startCallbackPlay(context);
    const { part, rest } = shares(context.subject);
    await paid(play, part);
    const reads = [await read(play)];
    await expectCalls(play, 1);
    await paid(play, rest);
    reads.push(await read(play));
    return { play, calls: await expectCalls(play, 2), reads };
  });
}
