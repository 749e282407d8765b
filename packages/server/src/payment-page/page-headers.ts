/**
 * Headers of every page a payer sees. Only our own files run and style; nothing frames it. The referrer stays on this host: the path
 * holds the id, which is the payer's key. It is not `no-referrer`, because then a browser would hide the origin of our own forms too.
 */
export const paymentPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // The page's language is the browser's.
  Vary: 'Accept-Language',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;
