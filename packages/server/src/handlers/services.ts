import type { Services as KitServices } from '@payment-invoice/kit/invoices';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { Store } from '../store/store.ts';

/** The services that handlers and pages get as arguments, so that a test can replace a service, such as the clock. */
export interface Services extends KitServices {
  store: Store;
  guard: Guard;
}
