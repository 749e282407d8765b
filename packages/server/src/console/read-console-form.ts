import type { Context } from 'koa';
import { type Form, readFields } from '../pages/read-fields.ts';
import { isOwnForm } from '../payment-page/form-guard.ts';

/** Thrown when a form is refused before its fields are read. */
export class FormRefusedError extends Error {
  override name = 'FormRefusedError';
  readonly status: 400 | 403 | 413 | 415;

  constructor(status: 400 | 403 | 413 | 415) {
    super(`A form of the console was refused with ${status}.`);
    this.status = status;
  }
}

/**
 * Reads a form of the console.
 * @throws FormRefusedError when it cannot be read, or does not come from one of our pages
 */
export async function readConsoleForm(ctx: Context, baseUrl: string): Promise<Form> {
  const form = await readFields(ctx);
  if (typeof form === 'number') throw new FormRefusedError(form);
  if (!isOwnForm(ctx, form.form ?? '', baseUrl)) throw new FormRefusedError(403);
  return form;
}
