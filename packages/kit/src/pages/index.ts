export { type Html, html, htmlPage, pageHeaders, sentence } from './html-page.ts';
export { createProblemPages, type FindProblemPage, type ProblemPage } from './problem-page.ts';
