export const ROLES = ['visitor', 'unconfirmed', 'member', 'deleted', 'banned', 'expired'] as const;
/** Who calls. `deleted` and `banned` still have the cookie of a session; the session of `expired` has run out. */
export type Role = (typeof ROLES)[number];

/** Members whom the caller has met: each likes the other, both have written, and the caller has paid for a message. */
const MET = ['other', 'paused', 'invisible', 'unconfirmed', 'banned', 'deleted', 'blocked', 'blocker', 'hidden'] as const;
export const OWNERS = ['own', ...MET, 'stranger', 'nobody'] as const;
/**
 * Whose object a call names: the caller's own; that of a member they met, who is as others are, has paused the profile, hides the online
 * state, is not confirmed, banned or deleted, is blocked by the caller, blocks the caller or is hidden by the caller; one that the caller
 * has nothing to do with; or an unknown id.
 */
export type Owner = (typeof OWNERS)[number];
export type MetOwner = (typeof MET)[number];
export const MET_OWNERS: readonly MetOwner[] = MET;

/** What is compared: the answer as a whole, or what is answered about one owner's object. */
export type Column = 'whole' | Owner;

/**
 * The columns of each kind of row. A column that is not named here makes no sense: a call without an object has no owners, nobody talks
 * with themselves, and a list, which names no id, cannot name an unknown one.
 */
export const COLUMNS = {
  nothing: ['whole'],
  object: OWNERS,
  conversation: OWNERS.filter((owner) => owner !== 'own'),
  list: ['whole', ...OWNERS.filter((owner) => owner !== 'nobody')],
  /** What one member does to another whom they have met. */
  deed: MET,
} as const satisfies Record<string, readonly Column[]>;
export type RowKind = keyof typeof COLUMNS;

export type AnswersByColumn = Readonly<Partial<Record<Column | 'rest', string>>>;
/** One answer for all columns, or one for each, with `rest` for those that are not named. */
export type Answers = string | AnswersByColumn;
/** The same answers in other words. */
export const mapAnswers = (answers: AnswersByColumn, change: (answer: string) => string): AnswersByColumn =>
  Object.fromEntries(Object.entries(answers).map(([column, answer]) => [column, change(answer)]));
/** What each role gets. */
export type AccessRow = Readonly<Record<Role, Answers>>;

/** The same for everybody, signed in or not. */
export const toAll = (answers: Answers): AccessRow => ({
  visitor: answers,
  unconfirmed: answers,
  member: answers,
  deleted: answers,
  banned: answers,
  expired: answers,
});

/** For members only: an ended session counts as signed out, a ban is named. */
export const toMembers = (answers: Answers, unconfirmed = answers): AccessRow => ({
  ...toAll('403 signed_out'),
  unconfirmed,
  member: answers,
  banned: '403 banned',
});

/** For visitors and members: an ended session counts as none, a ban is named. */
export const toVisitorsAndMembers = (visitors: Answers, answers: Answers, unconfirmed = answers): AccessRow => ({
  ...toAll(visitors),
  unconfirmed,
  member: answers,
  banned: '403 banned',
});

/** One cell of a table: what is expected in a column of a row. */
export interface Cell<C extends Column = Column> {
  readonly role: Role;
  readonly column: C;
  readonly expected: string;
}

/** The expected answer in a column. Throws if the row says nothing about it. */
function expectedIn(answers: Answers, column: Column): string {
  const expected = typeof answers === 'string' ? answers : (answers[column] ?? answers.rest);
  if (expected === undefined) throw new Error(`a row has no ${column}`);
  return expected;
}

/** The cells of a row, by role. Throws if one is missing, or if the row has one that its kind has not. */
export function cellsOf(row: AccessRow, kind: RowKind): Cell[] {
  const columns: readonly Column[] = COLUMNS[kind];
  return ROLES.flatMap((role) => {
    const answers = row[role];
    const named = typeof answers === 'string' ? [] : Object.keys(answers);
    const superfluous = named.filter((name) => name !== 'rest' && !columns.some((column) => column === name));
    if (superfluous.length > 0) throw new Error(`a row of ${kind} has ${superfluous}`);
    return columns.map((column) => ({ role, column, expected: expectedIn(answers, column) }));
  });
}
