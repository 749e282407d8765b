import { escapeText } from '../errors/escape-text.ts';

/** The reason why a callback was refused. */
export type CallbackErrorCode = 'bad_signature' | 'too_old' | 'malformed';

/**
 * A callback that must not be believed. Respond with 400, because a request not signed with your secret is not from the service.
 * `bad_signature`: no signature matches any of the secrets; something may have parsed the body and written it again on its way.
 * `too_old`: authentic, but its time is off by more than the tolerance: someone sent it again, or one of the clocks is wrong.
 * `malformed`: a header is missing or unreadable, or the body is not an event of the contract.
 */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  readonly code: CallbackErrorCode;

  constructor(code: CallbackErrorCode, message: string) {
    super(escapeText(message));
    this.code = code;
  }
}
