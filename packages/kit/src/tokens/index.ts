export {
  allScopes,
  createFindPrincipal,
  type FindPrincipal,
  type FoundToken,
  hashToken,
  isToken,
  type Mode,
  makeToken,
  modeOfToken,
  type Principal,
  requireScope,
  type Scope,
} from './authenticate.ts';
export { createGuard, type Guard } from './create-guard.ts';
