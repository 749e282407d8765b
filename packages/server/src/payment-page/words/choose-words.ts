import type { Context } from 'koa';
import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { PageWords } from './page-words.ts';
import { spanish } from './spanish.ts';

/** The languages of the page. Browsers that accept none of them get the first one. */
export const pageLanguages: readonly PageWords[] = [english, german, spanish, french, arabic];

/** Chooses the language that the browser prefers. */
export function chooseWords(ctx: Context): PageWords {
  // Ignores the region, so that `de-AT` selects German.
  const preferred = ctx.acceptsLanguages().map((tag) => tag.split('-')[0]?.toLowerCase());
  return preferred.flatMap((tag) => pageLanguages.find(({ language }) => language === tag) ?? [])[0] ?? english;
}
