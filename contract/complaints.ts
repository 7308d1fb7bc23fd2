import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { oneLineText } from './one-line-text.ts';
import { boundedText, EmailAddress, Id, Timestamp } from './primitives.ts';

/** The subjects that the form of this site offers. Other clients may send any text (docs/product.md, "Complaints"). */
export const COMPLAINT_SUBJECTS = ['decision', 'report', 'payment', 'illegal', 'privacy', 'other'] as const;
export type ComplaintSubject = (typeof COMPLAINT_SUBJECTS)[number];
export const COMPLAINT_TEXT_MAX = 5000;
export const COMPLAINT_REFERENCE_MAX = 300;
/** Days within which a complaint is answered, as the site's texts promise. */
export const COMPLAINT_ANSWER_DAYS = 14;

const SUBJECT_MAX = 150;
const NAME_MAX = 150;

/** The number of a complaint: ten base-32 characters. Case, spaces and dashes are ignored; O is read as 0, I and L as 1. */
export const ComplaintNumber = v.pipe(
  v.string('wrong_type'),
  v.maxLength(100, 'too_long'),
  v.transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')),
  v.nonEmpty('required'),
  v.regex(/^[\dA-HJKMNP-TV-Z]{10}$/, 'unknown'),
);

export const makeComplaint = endpoint({
  method: 'POST',
  path: '/api/complaints.php',
  who: 'everybody',
  limits: ['complaints_an_hour', 'complaints_a_day', 'own_complaints_a_day', 'complaint_mails_an_hour'],
  input: v.object({
    email: EmailAddress,
    subject: oneLineText(1, SUBJECT_MAX),
    text: boundedText(1, COMPLAINT_TEXT_MAX),
    name: v.optional(oneLineText(0, NAME_MAX)),
    reference: v.optional(oneLineText(0, COMPLAINT_REFERENCE_MAX)),
    profile: v.optional(Id),
  }),
  output: v.object({ number: v.string() }),
  status: 201,
  errors: ['too_many'],
  summary: 'Takes a complaint, a question or a report of something illegal, from anybody; the number is also mailed',
});

export const getComplaint = endpoint({
  method: 'POST',
  path: '/api/complaints.php',
  onlyWithQuery: 'status',
  who: 'everybody',
  limits: ['complaint_looks_an_hour'],
  input: v.object({ number: ComplaintNumber, email: EmailAddress }),
  output: v.object({
    number: v.string(),
    status: v.picklist(['open', 'answered', 'closed']),
    created_at: Timestamp,
    due_at: Timestamp,
    closed_at: v.nullable(Timestamp),
  }),
  errors: ['not_found', 'too_many'],
  summary: 'The status of a complaint, for whoever knows its number and its e-mail address',
});
