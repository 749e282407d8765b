export { createFindPrincipal, type FindPrincipal, type FoundToken, type Principal } from './authenticate.ts';
export { createGuard, type Guard } from './create-guard.ts';
export { hashToken, isToken, type Mode, makeToken, modeOfToken } from './make-token.ts';
export { allScopes, requireScope, type Scope } from './scopes.ts';
