/**
 * Resources that Redoc 3 would still load from outside with its script inlined: its logo, icons, and the addresses of its telemetry.
 * `data:,` is an empty resource that every browser holds already.
 */
const loads: [RegExp, string][] = [
  [/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, logo()],
  [/https:\/\/cdn\.redocly\.com\/icons\/[\w./-]*/g, 'data:,'],
  [/https:\/\/otel\.cloud\.redocly\.com\/[\w/]*/g, 'data:,'],
  [/http:\/\/localhost:4318\//g, 'data:,'],
];

/**
 * Hosts that Redoc's script may name: targets of links that a reader clicks, namespaces, and texts of messages.
 * It lists the allowed ones, so that a new release of Redoc with a new host fails here and not in a reader's browser.
 */
const harmless = new Set([
  'chatgpt.com',
  'claude.ai',
  'commonmark.org',
  'en.wikipedia.org',
  'example.com',
  'github.com',
  'localhost',
  'react.dev',
  'reactrouter.com',
  'redocly.com',
  'www.w3.org',
  'yarnpkg.com',
]);

/** The second line of defence: the browser refuses to load what was overlooked. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Removes from a page everything that a browser would request. Throws an Error with a sentence when something is left. */
export function makeOffline(page: string): string {
  let html = page;
  for (const [load, instead] of loads) html = html.replace(load, instead);
  html = html.replace('<head>', () => `<head>\n  <meta http-equiv="Content-Security-Policy" content="${policy}">`);
  const left = [...new Set(findLoads(html))];
  if (left.length > 0) {
    throw new Error(
      `The docs are not offline: a browser would load ${left.join(', ')}. ` +
        'If it is an image or the like in the contract, take it out; if it is Redoc, add it to openapi/bin/make-offline.ts.',
    );
  }
  if (!html.includes(policy))
    throw new Error('The docs have no <head> for the Content-Security-Policy: did Redoc change its page?');
  return html;
}

/** Lists what a browser would load from outside, in an HTML page made by Redoc. */
export function findLoads(html: string): string[] {
  const bundleStart = html.indexOf('<script type="module">');
  const contractStart = html.indexOf('const __redoc_definition');
  if (bundleStart < 0 || contractStart < bundleStart) {
    throw new Error(
      'The page is not laid out as Redoc 3 does: no inlined script, or no contract after it. Is --inlineBundle still its name?',
    );
  }
  const markup = html.slice(0, bundleStart);
  const bundle = html.slice(bundleStart, contractStart);
  // Redoc writes it as JSON inside a script, where "<" stands as an escape.
  const contract = html.slice(contractStart).replace(/\\u003c/gi, '<');
  return [
    ...matches(
      markup,
      /<(?:link|script|img|iframe|source|video|audio|object|embed|image)\b[^>]*?\b(?:href|src|srcset|data)="((?:https?:)?\/\/[^"]*)"/gi,
    ),
    ...matches(markup + bundle, /(?:url\(|@import )\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi),
    ...matches(bundle, /((?:https?|wss?):\/\/[\w.-]+\.?[\w-]+(?::\d+)?)/gi).filter((url) => !harmless.has(new URL(url).hostname)),
    // Markdown and HTML in the contract's descriptions, which Redoc renders.
    ...matches(contract, /!\[[^\]]*\]\(\s*<?((?:https?:)?\/\/[^)\s>]+)/gi),
    ...matches(
      contract,
      /<(?:link|script|img|iframe|source|video|audio|object|embed)\b[^>]*?=\s*\\?["']?((?:https?:)?\/\/[^"'\\\s>]+)/gi,
    ),
    ...matches(contract, /"x-logo":\s*\{[^}]*"url":\s*"([^"]+)"/gi),
  ];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

/** Redoc's attribution is a picture from its CDN; its name in letters says the same. */
function logo(): string {
  const svg =
    "<svg xmlns='http://www.w3.org/2000/svg' width='52' height='14'><text y='11' font-family='sans-serif' font-size='12' fill='#2467F2'>Redocly</text></svg>";
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", '%27')}`;
}
