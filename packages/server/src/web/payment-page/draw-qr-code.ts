import { encode } from 'uqr';
import { type Html, html } from '../html-page.ts';

/** The most codes that are remembered: a few megabytes. */
const mostDrawn = 500;
const drawn = new Map<string, Html>();

/** Draws a QR code, unless it is one of the last that were: a page is loaded again and again, and drawing takes longer than all else. */
export function drawQrCodeOnce(text: string, label: string): Html {
  const key = `${label} ${text}`;
  const code = drawn.get(key) ?? drawQrCode(text, label);
  drawn.delete(key);
  drawn.set(key, code);
  for (const oldest of drawn.keys()) {
    if (drawn.size <= mostDrawn) break;
    drawn.delete(oldest);
  }
  return code;
}

/** Draws a QR code as SVG, black on white with the quiet zone of four modules that readers need; `label` describes it to those who cannot see it. */
export function drawQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row, y) => [...rowRuns(row)].map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${runs.join('')}"/></svg>`;
}

/** Finds the runs of dark modules in a row: one shape for each run takes a third of the text of one for each module. */
function* rowRuns(row: readonly boolean[]): Generator<[number, number]> {
  let start = -1;
  for (let x = 0; x <= row.length; x++) {
    if (row[x] && start < 0) start = x;
    if (!row[x] && start >= 0) {
      yield [start, x - start];
      start = -1;
    }
  }
}
