export {
  allScopes,
  createFindPrincipal,
  type FindPrincipal,
  type FoundToken,
  type Principal,
  requireScope,
  type Scope,
} from './authenticate.ts';
export { createGuard, type Guard } from './create-guard.ts';
export { hashToken, isToken, type Mode, makeToken, modeOfToken } from './make-token.ts';
