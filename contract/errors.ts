import * as v from 'valibot';

/** The closed list of refusals and the HTTP status of each (docs/product.md, "Error codes"). */
export const ERROR_STATUS = {
  malformed: 400,
  not_enough_credits: 402,
  signed_out: 403,
  members_only: 403,
  not_confirmed: 403,
  limited: 403,
  date_of_birth_required: 403,
  blocked: 403,
  banned: 403,
  deleted: 403,
  wrong_credentials: 403,
  signups_closed: 403,
  bad_origin: 403,
  passkey_refused: 403,
  confirm_needed: 403,
  admins_only: 403,
  not_found: 404,
  unknown_code: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  client_id_reused: 409,
  same_text: 409,
  price_changed: 409,
  about_gone: 409,
  photo_removed: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  first_message_limit: 429,
  internal: 500,
  unavailable: 503,
  busy: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The codes of limits, whose refusals say when they end (docs/product.md, "Counting of limits"). */
export const LIMIT_CODES = ['too_many', 'first_message_limit', 'same_text'] as const satisfies readonly ErrorCode[];
export type LimitCode = (typeof LIMIT_CODES)[number];

/** What is wrong with one field of a request that is refused with `invalid` (422). */
export const FIELD_CODES = [
  'required',
  'wrong_type',
  'too_short',
  'too_long',
  'unknown',
  'not_allowed',
  'expired',
  'wrong_password',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** The body of every refusal. */
export const ErrorBody = v.object({
  error: v.object({
    code: v.picklist(ERROR_CODES),
    message: v.string(),
    fields: v.optional(v.record(v.string(), v.picklist(FIELD_CODES))),
    details: v.optional(
      v.object({
        limit: v.optional(v.number()),
        ends_at: v.optional(v.string()),
        reason: v.optional(v.string()),
        /** What the message costs now, with `price_changed`. */
        credits: v.optional(v.number()),
        /** The number of the removal, with `photo_removed`; an objection names it. */
        number: v.optional(v.string()),
      }),
    ),
  }),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
