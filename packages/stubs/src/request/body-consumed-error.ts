/** Thrown when other code, such as a body parser, has read the body before the API. The client gets a 500. */
export class BodyConsumedError extends Error {
  override readonly name = 'BodyConsumedError';

  constructor() {
    super(
      'The body was already read when the request reached the API, most likely by a body parser. ' +
        'Put the API before the parser, or use the parser only for other paths: the API must see the bytes as they were sent.',
    );
  }
}
