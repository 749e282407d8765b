/** Thrown when a form is refused before its fields are read. */
export class FormRefusedError extends Error {
  override name = 'FormRefusedError';
  readonly status: 400 | 403 | 413 | 415;

  constructor(status: 400 | 403 | 413 | 415) {
    super(`A form of the console was refused with ${status}.`);
    this.status = status;
  }
}
