import { escapeText } from '../errors/escape-text.ts';

/** The reason why a callback was refused. */
export type CallbackErrorCode = 'bad_signature' | 'too_old' | 'malformed';

/**
 * A callback that must not be believed. Respond with 400: what is not signed with your secret is not from the service.
 * `bad_signature`: no signature is of one of the secrets; the body may have been parsed and written again on its way.
 * `too_old`: authentic, but signed more than the tolerance ago or ahead: sent again by someone, or one of the clocks is wrong.
 * `malformed`: a header is missing or unreadable, or the body is no event of the contract.
 */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  readonly code: CallbackErrorCode;

  constructor(code: CallbackErrorCode, message: string) {
    super(escapeText(message));
    this.code = code;
  }
}
