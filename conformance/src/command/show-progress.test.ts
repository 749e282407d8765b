import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { against } from '../../testing/run-conformance.ts';
import { withSubject } from '../../testing/with-subject.ts';
import { Waits } from '../places/waits.ts';
import { runCommand } from './run-command.ts';
import { showProgress } from './show-progress.ts';

describe('progress', () => {
  const play = (isTTY: boolean): string => {
    let [text, clock] = ['', 0];
    const progress = showProgress({ isTTY, write: (more) => (text += more) }, 10, () => clock);
    for (let index = 0; index < 5; index++) {
      clock += 1000;
      progress.step();
    }
    progress.end();
    return text;
  };
  test('counts and says how long is left on a terminal', () => expect(play(true)).toContain('5 of 10 cases, about 5 s left'));
  test('estimates nothing from the first cases, and by the latest pace where that is slower', () => {
    let [text, clock] = ['', 0];
    const progress = showProgress({ isTTY: true, write: (more) => (text += more) }, 100, () => clock);
    clock = 1500;
    for (let index = 0; index < 4; index++) progress.step();
    expect(text).toMatch(/4 of 100 cases$|1 of 100 cases$/);
    clock = 3000;
    for (let index = 0; index < 60; index++) progress.step();
    clock = 9000;
    progress.step();
    expect(text.split('\r').at(-1)).toContain('65 of 100 cases, about 105 s left'.replace('105 s', '2 min'));
  });
  test('says what is waited for, and how long at most, once nothing has ended for five seconds', async () => {
    let [text, clock] = ['', 0];
    const waits = new Waits(() => clock);
    const progress = showProgress({ isTTY: true, write: (more) => (text += more) }, 10, () => clock, waits);
    progress.step();
    await waits.during('callbacks', 10_000, async () => {
      clock = 4900;
      progress.tick();
      expect(text).not.toContain('waiting');
      clock = 6000;
      progress.tick();
    });
    expect(text.split('\r').at(-1)).toBe('\u001b[K1 of 10 cases, waiting for callbacks, 4 s at most');
    progress.tick();
    progress.end();
    expect(text.split('waiting')).toHaveLength(2);
  });
  test('writes nothing more once it has ended', () => {
    let text = '';
    const progress = showProgress({ isTTY: true, write: (more) => (text += more) }, 10, () => 0);
    progress.end();
    progress.step();
    expect(text).toBe('\r\u001b[K');
  });
  test.each([
    ['xterm', true],
    ['dumb', false],
  ])('on a terminal that is %s: %s', (TERM, shown) =>
    withSubject(startCoreServer, async (running) => {
      let text = '';
      await runCommand(
        [...against(running), '--case', 'fetch-payment/as-created', '--out', mkdtempSync(join(tmpdir(), 'dumb-'))],
        {
          environment: { TERM },
          print: () => undefined,
          terminal: { isTTY: true, write: (more) => (text += more) },
          interrupt: new AbortController().signal,
        },
      );
      expect(text.includes('\u001b[K')).toBe(shown);
    }),
  );
  test('says nothing on a pipe', () => expect(play(false)).toBe(''));
});
