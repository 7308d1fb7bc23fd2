import type { ErrorBody, ErrorCode, FieldCode } from '#contract/errors';

type Details = NonNullable<ErrorBody['error']['details']>;

/** A refusal with its code. `refusalResponse` turns it into a status and a body (docs/product.md, "Form of a refusal"). */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, FieldCode> | undefined;
  readonly details: Details | undefined;

  constructor(code: ErrorCode, options: { fields?: Record<string, FieldCode>; details?: Details; message?: string } = {}) {
    super(options.message ?? code.replaceAll('_', ' '));
    this.code = code;
    this.fields = options.fields;
    this.details = options.details;
  }
}

/** Throws a Refusal with one code of the closed list. */
export function refuse(code: ErrorCode, details?: Details): never {
  throw new Refusal(code, details ? { details } : {});
}

/** Throws a Refusal with `invalid` (422) and a code for each wrong field. */
export function refuseFields(fields: Record<string, FieldCode>): never {
  throw new Refusal('invalid', { fields });
}
