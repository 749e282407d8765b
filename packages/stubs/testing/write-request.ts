/** The parts of a request that a test chooses. The defaults make a create that succeeds. */
export interface RawSketch {
  method?: string;
  target?: string;
  version?: string;
  /** Replacements for the header lines Host, Authorization, Content-Type and Content-Length. */
  head?: Readonly<Record<string, string | undefined>>;
  /** Header lines to add after these. */
  more?: readonly string[];
  body?: string | Buffer;
}

/** The body of a create that succeeds. */
export const validBody = '{"cashTag":"$coffeeshop","amount":12.5}';

/** Writes the bytes of a request. */
export function writeRequest(sketch: RawSketch = {}): Buffer {
  const { method = 'POST', target = '/api/v1/payments/create', version = '1.1', head, more = [], body = validBody } = sketch;
  const lines = {
    Host: 'shop.test',
    Authorization: 'Bearer good',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...head,
  };
  const written = Object.entries(lines).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.concat([
    Buffer.from(`${[`${method} ${target} HTTP/${version}`, ...written, ...more].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}
