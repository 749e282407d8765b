/** An item that the shop sells. The price is in cents, because sums of prices in dollars are not exact. */
export interface Good {
  id: string;
  name: string;
  price: number;
}

export const goods: readonly Good[] = [
  { id: 'coffee', name: 'Filter coffee', price: 350 },
  { id: 'cake', name: 'Lemon cake', price: 425 },
  { id: 'beans', name: 'Beans, 250 g', price: 1190 },
];

/** How many of one item a basket may contain. */
export const most = 99;

/** The content of a basket. */
export interface Basket {
  lines: readonly { good: Good; count: number }[];
  /** The sum in cents. */
  total: number;
}

/**
 * Reads the basket from the submitted form. It does not trust the browser: it accepts only known items and whole counts, and uses
 * the shop's own prices.
 */
export function readBasket(form: URLSearchParams): Basket {
  const lines = goods.map((good) => ({ good, count: readCount(form.get(good.id)) })).filter(({ count }) => count > 0);
  return { lines, total: lines.reduce((sum, { good, count }) => sum + good.price * count, 0) };
}

function readCount(text: string | null): number {
  return /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
}
