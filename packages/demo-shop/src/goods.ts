/** A good that the shop sells; the price in cents, because sums of prices in dollars are not exact. */
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

/** The most of one good that can be bought at once. */
export const most = 99;

/** The content of a basket. */
export interface Basket {
  lines: readonly { good: Good; count: number }[];
  /** In cents. */
  total: number;
}

/** Reads the basket that was filled in. It does not trust the browser: only known goods, whole counts, and our own prices count. */
export function readBasket(form: URLSearchParams): Basket {
  const lines = goods.map((good) => ({ good, count: readCount(form.get(good.id)) })).filter(({ count }) => count > 0);
  return { lines, total: lines.reduce((sum, { good, count }) => sum + good.price * count, 0) };
}

function readCount(text: string | null): number {
  return /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
}
