import { type Html, html } from '@payment-invoice/kit/pages';
import { encode } from 'uqr';

/** The drawing of a QR code, without the label, which differs between pages. */
interface Drawing {
  size: number;
  path: string;
}

/** The maximum number of cached drawings. They take a few megabytes. */
const mostDrawn = 500;
const drawn = new Map<string, Drawing>();

/** Draws a QR code, or returns it from the cache, because drawing takes longer than rendering the rest of a page. */
export function drawQrCodeOnce(text: string, label: string): Html {
  const code = drawn.get(text) ?? draw(text);
  drawn.delete(text);
  drawn.set(text, code);
  for (const oldest of drawn.keys()) {
    if (drawn.size <= mostDrawn) break;
    drawn.delete(oldest);
  }
  return render(code, label);
}

/** Returns true if the drawing for this text is cached. */
export const isDrawn = (text: string): boolean => drawn.has(text);

/** Draws a QR code as SVG. `label` describes it to people who cannot see it. */
export const drawQrCode = (text: string, label: string): Html => render(draw(text), label);

function draw(text: string): Drawing {
  // The border of four light modules is the quiet zone, which scanners need.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row, y) => [...rowRuns(row)].map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size, path: runs.join('') };
}

function render({ size, path }: Drawing, label: string): Html {
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${path}"/></svg>`;
}

/** Finds the runs of dark modules in a row. An SVG of runs is a third as long as one of single modules. */
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
