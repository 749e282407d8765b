import type { ApiRequest } from './api-exchange.ts';
import { findNumberSource } from './find-number-source.ts';
import type { Admit, Authenticate } from './guard.ts';
import type { AnswerHeaders, HandlerInput, OperationId } from './handlers.ts';
import { type HeaderParameter, readHeaderParameters } from './header-parameters.ts';
import { invalidToken, readBearerToken } from './read-bearer-token.ts';
import { type JsonBody, readJson } from './read-json-body.ts';
import { refuseUnsendable } from './refuse-unsendable.ts';

/** An operation as far as an exchange looks at it. */
export interface ExchangedOperation {
  operationId: OperationId;
  headerParameters: readonly HeaderParameter[];
}

/** Who lets a request in. */
export interface Guard {
  authenticate: Authenticate<unknown>;
  admit?: Admit<unknown> | undefined;
}

/** One request on its way: what was found out about it so far. Each step is taken once, however often it is asked for. */
export class Exchange {
  readonly request: ApiRequest;
  readonly #guard: Guard;
  /** Once the path and the method are known to be an operation's. */
  operation: ExchangedOperation | undefined;
  /** The operation's header parameters, as sent. */
  headers: Readonly<Record<string, string>> = {};
  /** Headers for the answer, whatever it will be. */
  answerHeaders: AnswerHeaders = {};
  #principal: unknown;
  #authenticating: Promise<void> | undefined;
  #reading: Promise<JsonBody> | undefined;
  #body: JsonBody | undefined;

  constructor(request: ApiRequest, guard: Guard) {
    this.request = request;
    this.#guard = guard;
  }

  /** Routing has found the operation. */
  enter(operation: ExchangedOperation): void {
    this.operation = operation;
    if (operation.headerParameters.length > 0) this.headers = readHeaderParameters(this.request, operation.headerParameters);
  }

  /** @throws what is to be answered when the token is not let in: a ProblemError, or a fault */
  authenticate(): Promise<void> {
    this.#authenticating ??= this.#authenticate();
    return this.#authenticating;
  }

  async #authenticate(): Promise<void> {
    this.#principal = await this.#guard.authenticate(readBearerToken(this.request), this.request);
    // Types do not let these through, but a check that is handed on as it is, or a row that is not there, must not let anyone in.
    if (!this.#principal) throw invalidToken();
    if (this.#principal === true) throw new Error('authenticate gave true: give who asks, or undefined.');
  }

  /** Asks the server's last word and reads the body. @throws what is to be answered instead, a ProblemError most often */
  readBody(): Promise<JsonBody> {
    this.#reading ??= this.#readBody();
    return this.#reading;
  }

  async #readBody(): Promise<JsonBody> {
    if (this.operation === undefined || !this.#principal) throw new Error('A body was about to be read unasked.');
    const headers = await this.#guard.admit?.(this.#principal, this.operation.operationId, this.request);
    if (headers) {
      refuseUnsendable(headers);
      this.answerHeaders = headers;
    }
    this.#body = await readJson(this.request);
    return this.#body;
  }

  /** What the handler is given; the body must have been read and checked. */
  handlerInput(): HandlerInput<OperationId, unknown> {
    const body = this.#body;
    if (body === undefined || !this.#principal) throw new Error('A request was about to pass unread.');
    return {
      body: body.value as never,
      headers: this.headers,
      sourceOf: (pointer) => findNumberSource(body.text, pointer),
      principal: this.#principal,
      requestId: this.request.requestId,
      remoteAddress: this.request.remoteAddress,
    };
  }
}
