import * as v from 'valibot';
import {
  CASE_ACTIONS,
  CASE_SOURCES,
  CASE_STATUSES,
  CASE_SUBJECTS,
  type CaseAction,
  DECISION_FACTS_MAX,
  DECISION_REPLY_MAX,
  GROUNDS,
  GroundCode,
} from '../cases.ts';
import { ComplaintNumber } from '../complaints.ts';
import { MINUTE } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { boundedText, Empty, Id, Timestamp } from '../primitives.ts';
import { OperatorRole } from './desk-session.ts';

/** Cases on one page of a list. */
export const CASES_PAGE = 50;
/** Waiting cases are counted up to this number. */
export const WAITING_CASES_MAX = 100;
/** The longest span of a limit or a pause. */
export const SPAN_DAYS_MAX = 365;
/** The decisions that need a confirmation, as money does; without one they are refused with `confirm_needed`. */
export const CONFIRMED_ACTIONS = ['pause', 'ban'] as const satisfies readonly CaseAction[];
/** The longest text of a profile that a decision removes, in UTF-16 units. */
const SEEN_TEXT_MAX = 20_000;
/** For this long after a look a photo is served to the operator who has looked. */
export const PHOTO_LOOK_MS = 10 * MINUTE;

/** The number of a case, as it is typed or shown in groups. */
export const CaseNumber = ComplaintNumber;
/** How urgent a case is, the first first (docs/product.md, "Cases"). */
export const CASE_PRIORITIES = ['danger', 'harm', 'usual', 'later'] as const;
export type CasePriority = (typeof CASE_PRIORITIES)[number];
/**
 * Why something cannot be done with a case, besides `not_found`; the detail `reason` of a refusal with `conflict`. `taken`: another operator
 * has it. `not_taken`: nobody has it, so that it is taken first. `has_stake`: the operator who would get it has a stake in it. `not_open`: it
 * is decided. `own_decision`: an appeal against the actor's own decision. `not_possible`: what the action changes is not there, is not
 * as it was seen, or is so already. `not_free`: it is not theirs to give back. `nothing_to_send`: no letter was given up.
 */
export const CASE_REFUSALS = [
  'taken',
  'not_taken',
  'has_stake',
  'not_open',
  'own_decision',
  'not_possible',
  'not_free',
  'nothing_to_send',
] as const;
export type CaseRefusal = (typeof CASE_REFUSALS)[number];

/** A member by name; an erased one is null wherever it stands. */
const NamedMember = v.object({ id: Id, name: v.string() });

/** A case as a line of a list. `member` is whom it concerns, `assignee` the operator who has it. */
export const CaseLine = v.object({
  number: v.string(),
  status: v.picklist(CASE_STATUSES),
  priority: v.picklist(CASE_PRIORITIES),
  subject: v.picklist(CASE_SUBJECTS),
  member: v.nullable(NamedMember),
  assignee: v.nullable(NamedMember),
  /** The kinds of its sources, each once, and how many sources there are. */
  kinds: v.array(v.picklist(CASE_SOURCES)),
  sources: v.number(),
  /** Letters that the mail server has not accepted. */
  letters_left: v.number(),
  created_at: Timestamp,
  closed_at: v.nullable(Timestamp),
});
export type CaseLine = v.InferOutput<typeof CaseLine>;

/** What a message of the evidence quotes: a photo, an answer to a prompt, a field or, if all three are null, a text. */
const EvidenceQuote = v.object({
  text: v.nullable(v.string()),
  photo: v.nullable(v.string()),
  prompt: v.nullable(v.string()),
  field: v.nullable(v.string()),
});

/** What was reported, as it was then: the profile, and of the conversation the reported messages alone. */
export const CaseEvidence = v.object({
  name: v.string(),
  personal: v.nullable(v.string()),
  prompts: v.array(v.object({ id: v.string(), text: v.string() })),
  /** Ids of photos, of which `photos` of the case tells more. */
  photos: v.array(v.string()),
  messages: v.array(
    v.object({
      id: v.string(),
      /** Written by the member whom the case concerns; else by the other one. */
      is_of_member: v.boolean(),
      text: v.string(),
      created_at: Timestamp,
      quote: v.nullable(EvidenceQuote),
    }),
  ),
  /** Reported messages that the evidence of an earlier report by the same person shows. */
  repeated: v.number(),
});
export type CaseEvidence = v.InferOutput<typeof CaseEvidence>;

/** What opened or joined a case. */
export const CaseSourceEntry = v.object({
  id: v.string(),
  kind: v.picklist(CASE_SOURCES),
  /** The reason of a report, the subject of a complaint or the law of a notice; null for none. */
  reason: v.nullable(v.string()),
  text: v.string(),
  /** Who said it: an account, an address without one, or both null for a rule and for an anonymous notice. */
  from: v.object({ member: v.nullable(NamedMember), name: v.nullable(v.string()), email: v.nullable(v.string()) }),
  /** The rule of the site that has reported it; null for people. */
  rule: v.nullable(v.string()),
  /** The place that a notice names. */
  where: v.nullable(v.string()),
  /** The number under which its sender knows it, of a complaint or notice. */
  number: v.nullable(v.string()),
  /** What a complaint refers to, in the words of its sender. */
  reference: v.nullable(v.string()),
  evidence: v.nullable(CaseEvidence),
  /** The case holds so much evidence of the same person that none was kept with this source; of how many messages. Null otherwise. */
  left_out: v.nullable(v.number()),
  created_at: Timestamp,
  closed_at: v.nullable(Timestamp),
});
export type CaseSourceEntry = v.InferOutput<typeof CaseSourceEntry>;

/** `shown`: others see it. `held`: it waits to be shown. `removed`: a decision took it and it can come back. `gone`: there is no file. */
export const CASE_PHOTO_STATES = ['shown', 'held', 'removed', 'gone'] as const;

/** A photo of a case: what it is about, what the evidence or a quote names, or what an appealed decision took. */
export const CasePhoto = v.object({
  id: v.string(),
  state: v.picklist(CASE_PHOTO_STATES),
  /** The case is about this photo. */
  is_subject: v.boolean(),
  /** It belongs to the member whom the case concerns; else it is quoted from the other one. */
  is_of_member: v.boolean(),
  /** The blurred placeholder, base64; null if the photo is gone or never had one. */
  thumbhash: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
});
export type CasePhoto = v.InferOutput<typeof CasePhoto>;

/** A text of a member: the name, the text about them, the answer to a prompt, or a message that was reported. */
export const TextPart = v.pipe(
  v.string('wrong_type'),
  v.regex(/^(name|personal|prompt:[\w-]{1,64}|message:[\w-]{22})$/, 'unknown'),
  // Sound: the expression above has found one of the four.
  v.transform((part) => part as 'name' | 'personal' | `prompt:${string}` | `message:${string}`),
);
export type TextPart = v.InferOutput<typeof TextPart>;

/** Who did something: an operator by name (null once erased), the command line, or a rule of the site. */
const CaseActor = v.object({
  kind: v.picklist(['operator', 'command_line', 'rule']),
  name: v.nullable(v.string()),
  rule: v.nullable(v.string()),
});

/** A decision as operators see it. */
export const CaseDecision = v.object({
  id: Id,
  number: v.string(),
  action: v.picklist(CASE_ACTIONS),
  ground: v.nullable(v.picklist(GROUNDS)),
  code: v.nullable(GroundCode),
  facts: v.string(),
  reply: v.nullable(v.string()),
  /** The photo or part of the text that it took. */
  target: v.nullable(v.string()),
  until: v.nullable(Timestamp),
  by: CaseActor,
  decided_at: Timestamp,
  /** When its effect ended; null while it lasts. */
  ended_at: v.nullable(Timestamp),
});
export type CaseDecision = v.InferOutput<typeof CaseDecision>;

/** `to_write`: its mail is written within a minute. `waiting`: the mail server is tried again. `given_up`: it is tried no more. */
export const LETTER_STATES = ['to_write', 'waiting', 'given_up', 'accepted'] as const;

export const CaseLetter = v.object({
  id: v.string(),
  kind: v.picklist(['statement', 'outcome', 'answer', 'appeal_outcome']),
  /** Null once the account of its recipient is erased. */
  address: v.nullable(v.string()),
  state: v.picklist(LETTER_STATES),
  tries: v.number(),
  accepted_at: v.nullable(Timestamp),
});
export type CaseLetter = v.InferOutput<typeof CaseLetter>;

export const CASE_ACTS = [
  'opened',
  'joined',
  'looked',
  'assigned',
  'released',
  'decided',
  'closed',
  'letters_sent_again',
  'span_ended',
] as const;

/** What was done with a case. `detail`: of a look `photo:ID` or nothing, of a decision the action, of letters their number. */
export const CaseActivityEntry = v.object({
  id: v.string(),
  act: v.picklist(CASE_ACTS),
  detail: v.nullable(v.string()),
  /** Whom it was given to; null for other acts. */
  assignee: v.nullable(NamedMember),
  by: CaseActor,
  at: Timestamp,
});
export type CaseActivityEntry = v.InferOutput<typeof CaseActivityEntry>;

/** The member whom a case concerns. */
export const CaseMember = v.object({
  id: Id,
  name: v.string(),
  /** Null while the member has not given a date of birth. */
  age: v.nullable(v.number()),
  gender: v.nullable(v.string()),
  country: v.nullable(v.string()),
  status: v.picklist(['not_confirmed', 'active', 'deleted', 'banned']),
  is_paused: v.boolean(),
  /** The end of a limit that lasts; null for none. */
  limited_until: v.nullable(Timestamp),
  is_fictional: v.boolean(),
  signed_up_at: Timestamp,
  /** What the member says now and a decision could remove, by its TextPart; of messages the latest 100 of its evidence. Empty if it is not open. */
  texts: v.array(v.object({ part: v.string(), text: v.string() })),
});
export type CaseMember = v.InferOutput<typeof CaseMember>;

/**
 * A case with all that a moderator sees of it. Sources and activity come page by page, each in the order in which it was done: first the oldest
 * sources, and the latest activity with this look last.
 */
export const CaseDetails = v.object({
  ...v.omit(CaseLine, ['member', 'sources']).entries,
  is_mine: v.boolean(),
  member: v.nullable(CaseMember),
  sources: v.array(CaseSourceEntry),
  /** The `sources_after` of later sources, null if there are none. */
  sources_next: v.nullable(v.string()),
  photos: v.array(CasePhoto),
  decision: v.nullable(CaseDecision),
  /** The decision that it is an appeal against; its evidence is in the case of its number. */
  appealed: v.nullable(CaseDecision),
  /** Decisions about the same member in other cases, the latest first, 20 at most. */
  earlier: v.array(CaseDecision),
  letters: v.array(CaseLetter),
  activity: v.array(CaseActivityEntry),
  /** The `activity_before` of earlier activity, null if there is none. */
  activity_next: v.nullable(v.string()),
  /** What this operator could decide, once they have it; empty if it is not open or another operator has it. */
  actions: v.array(v.picklist(CASE_ACTIONS)),
  /** Its decision lasts and could be taken back without an appeal. */
  is_restorable: v.boolean(),
});
export type CaseDetails = v.InferOutput<typeof CaseDetails>;

const numberInput = v.object({ number: CaseNumber });

export const listCases = endpoint({
  method: 'GET',
  path: '/api/operator/cases.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({
    /** `queue`: whatever is not closed, the most urgent first. `mine`: of those what the operator has. `closed`: the latest first. */
    list: v.optional(v.picklist(['queue', 'mine', 'closed'], 'unknown'), 'queue'),
    /** `next` of the page before. */
    after: v.optional(v.pipe(v.string('wrong_type'), v.regex(/^[\d.]{1,40}\.[\dA-Z]{10}$/, 'unknown'))),
  }),
  output: v.object({ cases: v.pipe(v.array(CaseLine), v.maxLength(CASES_PAGE)), next: v.nullable(v.string()) }),
  summary: 'A page of cases; those in which the operator has a stake are left out',
});

export const countWaitingCases = endpoint({
  method: 'GET',
  path: '/api/operator/waiting-cases.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ count: v.pipe(v.number(), v.maxValue(WAITING_CASES_MAX)) }),
  summary: `How many open cases wait for the operator: those that nobody else has and that they may decide; at most ${WAITING_CASES_MAX}`,
});

export const takeNextCase = endpoint({
  method: 'POST',
  path: '/api/operator/next-case.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({}),
  output: v.object({ number: v.nullable(v.string()) }),
  errors: ['conflict'],
  summary: 'Takes the next case: the one that the operator has already, else the first that nobody has; null if none waits',
});

export const takeCase = endpoint({
  method: 'POST',
  path: '/api/operator/case-assignment.php',
  who: 'operators',
  limits: 'own_rows',
  input: numberInput,
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Takes an open case that nobody has; one moderator a case',
});

export const assignCase = endpoint({
  method: 'PUT',
  path: '/api/operator/case-assignment.php',
  who: 'operators',
  leastRole: 'admin',
  limits: 'own_rows',
  input: v.object({ number: CaseNumber, operator: Id }),
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Gives an open case to an operator, also one that another has',
});

export const releaseCase = endpoint({
  method: 'DELETE',
  path: '/api/operator/case-assignment.php',
  who: 'operators',
  limits: 'own_rows',
  input: numberInput,
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Gives back a case that the operator has',
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/operator/colleagues.php',
  who: 'operators',
  leastRole: 'admin',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ operators: v.array(v.object({ ...NamedMember.entries, role: OperatorRole, is_self: v.boolean() })) }),
  summary: 'The operators to whom a case can be given, by name',
});

export const getCase = endpoint({
  method: 'GET',
  path: '/api/operator/case.php',
  who: 'operators',
  changesState: true,
  limits: 'own_rows',
  input: v.object({
    number: CaseNumber,
    /** `sources_next` of an earlier answer. */
    sources_after: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(100, 'too_long'))),
    /** `activity_next` of an earlier answer. */
    activity_before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(100, 'too_long'))),
  }),
  output: CaseDetails,
  errors: ['not_found'],
  summary: 'A case with its evidence; the look is written down. One in which the operator has a stake is answered like an unknown one',
});

export const lookAtPhoto = endpoint({
  method: 'POST',
  path: '/api/operator/case-photo.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({ number: CaseNumber, photo: Id }),
  output: v.object({ url: v.string(), width: v.number(), height: v.number() }),
  errors: ['not_found'],
  summary:
    'Writes down that the operator looks at a photo of a case; its address then serves the photo to this operator for ten minutes, and no cache keeps it',
});

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/operator/decision.php',
  who: 'operators',
  limits: 'own_rows',
  input: v.object({
    number: CaseNumber,
    action: v.picklist(CASE_ACTIONS, 'unknown'),
    /** Required for what restricts the member. `code` is of the list of its kind. */
    ground: v.optional(
      v.nullable(v.object({ kind: v.picklist(GROUNDS, 'unknown'), code: v.picklist(GroundCode.options, 'unknown') })),
      null,
    ),
    /** What was found, as the member reads it; required for a restriction and for an appeal. It names nobody else. */
    facts: v.optional(boundedText(0, DECISION_FACTS_MAX), ''),
    /** What those who reported or complained read; required if the case has a complaint and letters. */
    reply: v.optional(v.nullable(boundedText(0, DECISION_REPLY_MAX)), null),
    /** How long a limit (required) or a pause (null: until it is lifted) lasts. */
    days: v.optional(
      v.nullable(
        v.pipe(v.number('wrong_type'), v.integer('wrong_type'), v.minValue(1, 'not_allowed'), v.maxValue(SPAN_DAYS_MAX, 'not_allowed')),
      ),
      null,
    ),
    /** With `remove_photo`; null for the photo that the case is about. */
    photo: v.optional(v.nullable(Id), null),
    /** With `remove_text`. `seen_text` is its text as the operator has seen it: another one is refused with `not_possible`. */
    text: v.optional(v.nullable(TextPart), null),
    seen_text: v.optional(v.nullable(v.pipe(v.string('wrong_type'), v.maxLength(SEEN_TEXT_MAX, 'too_long'))), null),
    /** False: nobody is told. Only with `dismiss`. */
    has_letters: v.optional(v.boolean('wrong_type'), true),
    /** True: the held photo that the case is about is shown blurred. Only with `dismiss`, which shows it. */
    is_blurred: v.optional(v.boolean('wrong_type'), false),
  }),
  output: v.object({ decision: Id, status: v.picklist(['decided', 'closed']) }),
  errors: ['not_found', 'conflict', 'confirm_needed'],
  summary:
    'Decides a case that the operator has: decision, effect and letters at once. A pause or ban needs a passkey used within the last five minutes',
});

export const restoreDecision = endpoint({
  method: 'POST',
  path: '/api/operator/restoration.php',
  who: 'operators',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ number: CaseNumber, facts: boundedText(1, DECISION_FACTS_MAX) }),
  output: v.object({ number: v.string(), decision: Id }),
  errors: ['not_found', 'conflict'],
  summary: 'Takes back the decision of a case without an appeal; the member reads why. Answers the number of the case that this opens',
});

export const sendLettersAgain = endpoint({
  method: 'POST',
  path: '/api/operator/case-letters.php',
  who: 'operators',
  limits: 'own_rows',
  input: numberInput,
  output: v.object({ letters: v.number() }),
  errors: ['not_found', 'conflict'],
  summary: 'Sends the letters of a case again that were given up after the last try; answers how many',
});
