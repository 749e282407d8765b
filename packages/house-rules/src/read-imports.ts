const forms = [
  /^\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
  /\bimport\.meta\.resolve\(\s*['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g,
  /\brequire\(\s*['"]([^'"]+)['"]/g,
];

/** Lists what a source file imports: static and dynamic imports, re-exports, and files that it finds with import.meta. */
export function readImports(source: string): string[] {
  const code = source.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
  return forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''));
}

/** Returns the package of an imported path: `@a/b` for `@a/b/c`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
