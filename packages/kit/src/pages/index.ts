export {
  createProblemPages,
  type FindProblemPage,
  type Html,
  html,
  htmlPage,
  type ProblemPage,
  pageHeaders,
  sentence,
} from './html-page.ts';
