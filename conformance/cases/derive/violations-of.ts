import { credentialViolations } from '../violations/credentials.ts';
import { fieldViolations } from '../violations/fields.ts';
import { malformedBodyViolations } from '../violations/malformed-bodies.ts';
import { mediaTypeViolations } from '../violations/media-types.ts';
import { methodViolations } from '../violations/methods.ts';
import { tooLargeViolations } from '../violations/too-large.ts';
import { unknownInvoiceViolations } from '../violations/unknown-invoice.ts';
import type { DeriveViolations } from '../violations/violation.ts';

/** Violations of an operation, by the first part of their ids. */
export const derivations = {
  authentication: [credentialViolations],
  method: [methodViolations],
  body: [malformedBodyViolations, fieldViolations, unknownInvoiceViolations, tooLargeViolations],
  'media-type': [mediaTypeViolations],
} satisfies Record<string, DeriveViolations[]>;
