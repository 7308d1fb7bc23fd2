import * as v from 'valibot';
import { HOUR, MINUTE } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { EmailAddress, Empty, Id, Timestamp } from '../primitives.ts';
import { CurrentPassword } from '../session.ts';
import { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyName, PasskeyRequest } from './passkeys.ts';

/** A session of the desk ends after this time, whatever is done in it. */
export const DESK_SESSION_MS = 8 * HOUR;
/** For this long a passkey that was used confirms what needs a confirmation. */
export const CONFIRMED_MS = 5 * MINUTE;
/** A code with which an operator registers a passkey. */
export const ENROLMENT_CODE_MS = 24 * HOUR;

/** The roles of operators, each with the rights of those before it. */
export const OPERATOR_ROLES = ['moderator', 'admin'] as const;
export const OperatorRole = v.picklist(OPERATOR_ROLES, 'unknown');
export type OperatorRole = v.InferOutput<typeof OperatorRole>;

/** The signed-in operator. `confirmed_until` is null while an act that needs a confirmation would be refused with `confirm_needed`. */
export const Operator = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: OperatorRole,
  session_ends_at: Timestamp,
  confirmed_until: v.nullable(Timestamp),
});
export type Operator = v.InferOutput<typeof Operator>;
export const OperatorAnswer = v.object({ operator: Operator });

/** Twenty characters of a code without the letters that look like digits, shown in groups of five. */
const ENROLMENT_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ENROLMENT_LENGTH = 20;

/** A code as it is typed: letters of either case, with spaces and dashes; `O` is read as 0, `I` and `L` as 1. */
export const EnrolmentCode = v.pipe(
  v.string('wrong_type'),
  v.maxLength(100, 'too_long'),
  v.transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')),
  v.check((code) => code.length === ENROLMENT_LENGTH && [...code].every((letter) => ENROLMENT_ALPHABET.includes(letter)), 'unknown'),
);

/** A code of 100 random bits from at least 20 random bytes. */
export const enrolmentCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, ENROLMENT_LENGTH), (byte) => ENROLMENT_ALPHABET[byte % ENROLMENT_ALPHABET.length]).join('');

/**
 * What comes after the password: a passkey has to sign; with a code a new passkey is made; or there is no passkey yet and a code has to be
 * typed.
 */
export const LogInStep = v.variant('step', [
  v.object({ step: v.literal('passkey'), ...PasskeyRequest.entries }),
  v.object({ step: v.literal('enrolment'), ...PasskeyCreation.entries }),
  v.object({ step: v.literal('code') }),
]);
export type LogInStep = v.InferOutput<typeof LogInStep>;

export const startLogIn = endpoint({
  method: 'POST',
  path: '/api/operator/login.php',
  who: 'everybody',
  limits: ['logins_an_hour', 'network_logins_an_hour'],
  input: v.object({ email: EmailAddress, password: CurrentPassword, code: v.optional(EnrolmentCode) }),
  output: LogInStep,
  errors: ['wrong_credentials', 'banned', 'too_many'],
  summary: 'Checks the password of an operator; an account that is none is answered like a wrong password',
});

export const finishLogIn = endpoint({
  method: 'POST',
  path: '/api/operator/session.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ challenge: Id, response: PasskeyAssertion }),
  output: OperatorAnswer,
  errors: ['passkey_refused'],
  summary: 'Opens a session of the desk with a passkey',
});

export const enrolPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/enrolment.php',
  who: 'everybody',
  limits: 'token',
  input: v.object({ challenge: Id, name: PasskeyName, response: PasskeyAttestation }),
  output: OperatorAnswer,
  errors: ['passkey_refused', 'conflict'],
  summary: 'Stores the passkey that was made with an enrolment code, which is void then, and opens a session of the desk',
});

export const getOperator = endpoint({
  method: 'GET',
  path: '/api/operator/session.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({}),
  output: OperatorAnswer,
  summary: 'The signed-in operator',
});

export const logOutOperator = endpoint({
  method: 'DELETE',
  path: '/api/operator/session.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({}),
  output: Empty,
  status: 204,
  summary: 'Ends this session of the desk',
});

export const startConfirmation = endpoint({
  method: 'POST',
  path: '/api/operator/confirmation.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({}),
  output: PasskeyRequest,
  summary: 'What the browser needs to confirm with a passkey',
});

export const confirmOperator = endpoint({
  method: 'PUT',
  path: '/api/operator/confirmation.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({ challenge: Id, response: PasskeyAssertion }),
  output: OperatorAnswer,
  errors: ['passkey_refused'],
  summary: 'Confirms with a passkey; for five minutes acts that need it are possible',
});

export const DeskSession = v.object({
  id: Id,
  device: v.string(),
  passkey: v.string(),
  started_at: Timestamp,
  last_seen_at: Timestamp,
  ends_at: Timestamp,
  is_current: v.boolean(),
});

export const listDeskSessions = endpoint({
  method: 'GET',
  path: '/api/operator/sessions.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ sessions: v.array(DeskSession) }),
  summary: 'The sessions of the desk of the operator, this one first',
});

export const endDeskSession = endpoint({
  method: 'DELETE',
  path: '/api/operator/sessions.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({ id: Id }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Ends one session of the desk of the operator',
});

/** What was done, the latest first. `about` is the member about whom it was, null if there is none or the account is erased. */
export const OperatorAct = v.object({
  id: Id,
  act: v.string(),
  about: v.nullable(v.object({ id: Id, name: v.string() })),
  subject: v.nullable(v.string()),
  amount: v.nullable(v.number()),
  reason: v.nullable(v.string()),
  at: Timestamp,
});

export const listOwnActivity = endpoint({
  method: 'GET',
  path: '/api/operator/activity.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ acts: v.array(OperatorAct) }),
  summary: 'The latest 50 acts of the operator',
});
