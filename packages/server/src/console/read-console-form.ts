import type { Context } from 'koa';
import { type Form, readFields } from '../pages/read-fields.ts';
import { isOwnForm } from '../payment-page/form-guard.ts';
import { FormRefusedError } from './form-refused-error.ts';

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
