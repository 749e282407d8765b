import { type GrowingText, type Growth, quote, type Sketch, shellText, wholeText } from './attack-grammar.ts';

/** Builds the target of a request. `write` renders its growing parts, and `plain` the others. */
function targetOf({ path, growths }: Sketch, write: (text: GrowingText) => string, plain: (text: string) => string): string {
  const of = (kind: Growth['kind']) => growths.find((growth) => growth.kind === kind)?.text;
  const [target, more, query] = [of('target'), of('path'), of('query')];
  const [way = '', asked] = path.split('?');
  const end = query
    ? plain(`?${asked === undefined ? '' : `${asked}&`}`) + write(query)
    : plain(asked === undefined ? '' : `?${asked}`);
  return (target ? write(target) : '') + plain(way) + (more ? write(more) : '') + end;
}

export function bytesOf(sketch: Sketch): Buffer {
  const lines = [`${sketch.method} ${targetOf(sketch, wholeText, (text) => text)} HTTP/1.1`];
  const headers = sketch.growths.filter(({ kind }) => kind === 'header');
  if (!headers.some(({ name }) => name === 'Host')) lines.push('Host: siege');
  for (const { name, text } of headers) lines.push(`${name}: ${wholeText(text)}`);
  const body = bodyOf(sketch);
  if (body && !headers.some(({ name }) => name === 'Content-Type')) lines.push(`Content-Type: ${body.name}`);
  const bytes = Buffer.from(body ? wholeText(body.text) : '', 'latin1');
  if (sketch.method === 'POST' || body) lines.push(`Content-Length: ${bytes.length}`);
  const many = sketch.growths.filter(({ kind }) => kind === 'headers').map(({ text }) => wholeText(text));
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n${many.join('')}\r\n`, 'latin1'), bytes]);
}

/** Returns the request as a curl command line. In it, a `printf` command produces the repeated headers. */
export function curlOf(sketch: Sketch, baseUrl: string): string {
  const { method, growths } = sketch;
  const words = ['curl -sS -o /dev/null --globoff --path-as-is', `-X ${method}`];
  for (const { kind, name, text } of growths) {
    if (kind === 'header') words.push(`-H ${quote(`${name}: `)}${shellText(text)}`);
    if (kind === 'headers')
      words.push(
        `$(printf -- ${quote(`-H ${text.unit.trim().replaceAll(' ', '').replaceAll('#', '%d')} `)} $(seq ${text.times}))`,
      );
  }
  const body = bodyOf(sketch);
  if (body) words.push(`-H ${quote(`Content-Type: ${body.name}`)}`, `--data-binary ${shellText(body.text)}`);
  const isWhole = growths.some(({ kind }) => kind === 'target') || sketch.path === '*';
  const target = targetOf(sketch, shellText, quote);
  return [...words, ...(isWhole ? [`--request-target ${target}`, baseUrl] : [quote(baseUrl) + target])].join(' ');
}

function bodyOf({ growths }: Sketch): Growth | undefined {
  return growths.find(({ kind }) => kind === 'body');
}
