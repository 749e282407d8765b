/** Returns the decoded values in a path; undefined when the path does not match the template or cannot be decoded. */
export type ReadPath = (path: string) => Readonly<Record<string, string>> | undefined;

/** Makes the reader for a path template, such as `/payments/{id}`. */
export function matchPath(template: string): ReadPath {
  const names = Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const fixed = template.split(/\{[^{}]+\}/).map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${fixed.join('([^/]+)')}$`);
  return (path) => {
    const texts = pattern.exec(path)?.slice(1);
    if (!texts) return undefined;
    try {
      return Object.fromEntries(texts.map((text, index) => [names[index], decodeURIComponent(text)]));
    } catch {
      return undefined;
    }
  };
}
