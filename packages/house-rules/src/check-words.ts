import ts from 'typescript';

/** A phrase that readers stumble over, and its replacement. */
export interface Stumble {
  line: number;
  message: string;
}

/** Phrases that kept coming back, each with a plain replacement. CONTRIBUTING.md has the glossary. */
const phrases: readonly [RegExp, string][] = [
  [/\banswer(?:s|ed|ing)?\b/i, 'a response; it responds, returns or refuses'],
  [/\bmembers?\b/i, 'field (what a reader sees) or property (of a schema)'],
  [/\balone\b/i, '"only", before what it limits'],
  [/\banother than\b/i, 'other than'],
  [/\bone \w+ an? (?:kind|file|room|operation|deployment|status|lock)\b/i, '"one … per …" or "for each"'],
  [/\bsays the whole\b/i, 'describes, all of'],
  [/\b(?:told) nothing\b/i, 'proved nothing'],
  [/\btakes no other\b/i, 'accepts no other'],
  [/\bwho pays too much\b/i, 'an invoice that was paid too much'],
  [/\bis gone by now\b/i, 'no longer exists'],
  [/\bfor want of\b/i, 'because … is missing'],
];

/** Matches names that contain one of these phrases and cannot change: ids, keys and file names. */
const names =
  /`[^`]*`|\$\{[^}]*\}|x-unrouted-answers|[\w./-]*[-/]answers?\b[\w./-]*|[\w./-]+\/alone\b|\banswers?[-/][\w/-]+|[\w-]*-members?\b[\w-]*|\bmembers?-[\w-]+|\bunknownMember\b/g;

/** Finds the phrases in Markdown, outside of its code blocks, and in the contract. */
export function checkWords(text: string): Stumble[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    return isCode ? [] : findPhrases(line, index + 1);
  });
}

/** Finds the phrases in those strings of a program that contain a space. Skips SQL, HTML and contracts. */
export function checkStrings(file: string, text: string): Stumble[] {
  // Most files contain none of the phrases, so they need not be parsed.
  if (!phrases.some(([phrase]) => phrase.test(text))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const stumbles: Stumble[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      const { text: words } = node;
      const isText = / /.test(words) && !/\b(?:SELECT|INSERT|CREATE TABLE|UPDATE)\b|^\s*<|^openapi:/.test(words);
      if (isText) stumbles.push(...findPhrases(words, source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return stumbles;
}

function findPhrases(text: string, line: number): Stumble[] {
  const words = text.replace(names, '');
  return phrases.flatMap(([phrase, instead]) => {
    const found = phrase.exec(words)?.[0];
    return found === undefined ? [] : [{ line, message: `"${found}": write ${instead}` }];
  });
}
