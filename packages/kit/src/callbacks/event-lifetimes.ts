const day = 24 * 60 * 60_000;

/** Milliseconds for which a settled event is kept: an undelivered one long enough for people to notice. */
export const eventLifetimes = { delivered: day, dead: 30 * day, gone: 30 * day } as const;
