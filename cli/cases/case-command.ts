import * as v from 'valibot';
import { ComplaintNumber } from '#contract/complaints';
import { CASE_REFUSALS, type CaseRefusal } from '#contract/operator/operated-cases';
import type { Database } from '#db/client';
import { operatorOfMember } from '#db/queries/operator/operators';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { Refusal } from '../../worker/domain/errors.ts';
import type { Actor } from '../../worker/domain/moderation/actor.ts';
import type { Operator } from '../../worker/domain/moderation/assign-case.ts';
import { groupedNumber } from '../../worker/lib/reference-number.ts';
import { memberByTypedEmail, statusText } from '../account/typed-member.ts';
import { UsageError } from '../lib/verb.ts';

export const NUMBER = { about: 'the number of a case, see case list' } as const;
/** The option by which a verb acts for an operator; without it the command line acts by itself. */
export const OPERATOR = { value: 'EMAIL', about: 'act for this operator, who is written down' } as const;

/** The number of a case as it was typed. Throws a usage error if it has another form. */
export function typedNumber(typed: string): string {
  const parsed = v.safeParse(ComplaintNumber, typed);
  if (!parsed.success) throw new UsageError(`${typed.slice(0, 100)} is no number of a case.`);
  return parsed.output;
}

/** The operator with a typed address. Throws as `memberByTypedEmail`, and a command error for a member who is no active operator. */
export async function typedOperator(db: Database, typed: string): Promise<Operator> {
  const { id, email, status } = await memberByTypedEmail(db, typed);
  const [operator] = await operatorOfMember(db, id);
  if (!operator) throw new CommandError(`${email} is no operator. Make them one: npm run site -- operator add ${email}`);
  if (status !== 'active') throw new CommandError(`${email} is ${statusText(status)} and cannot act as an operator.`);
  return { kind: 'operator', memberId: id };
}

/** Who acts: the operator of `--operator`, else the command line. */
export const typedActor = async (db: Database, typed: string | undefined): Promise<Actor> =>
  typed === undefined ? { kind: 'command_line' } : typedOperator(db, typed);

const SENTENCES: Readonly<Record<CaseRefusal, string>> = {
  taken: 'is taken by an operator. Act for them with --operator EMAIL, or give it to another one: case assign.',
  not_taken: 'is nobody’s yet. Take it first: case next, or case assign.',
  has_stake: 'is not for them: they have a stake in it.',
  not_open: 'is decided already.',
  own_decision: 'is an appeal against a decision of the same hand. Act for another operator: --operator EMAIL.',
  not_possible: 'cannot be decided like this: what the action changes is not there, or is so already.',
  not_free: 'is not theirs to give back.',
  nothing_to_send: 'has no letter that was given up.',
};

/** Runs a step of a case. Throws a command error for a refusal, or a usage error for wrong fields of a decision. */
export async function refusable<T>(number: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'not_found') throw new CommandError(`There is no case ${groupedNumber(number)} that may be seen here.`);
    if (error.fields) throw new UsageError(fieldsText(error.fields));
    const reason = CASE_REFUSALS.find((known) => known === error.details?.reason);
    throw new CommandError(`Case ${groupedNumber(number)} ${reason ? SENTENCES[reason] : 'has just changed; try again.'}`);
  }
}

const OPTION_OF_FIELD: Readonly<Record<string, string>> = {
  ground: '--rule or --law',
  code: '--rule or --law',
  action: 'ACTION',
  sources_after: '--sources-after',
  activity_before: '--activity-before',
};
const FAULTS: Readonly<Record<string, string>> = {
  required: 'is missing',
  too_long: 'is too long',
  unknown: 'has no such value',
  not_allowed: 'does not fit this case',
};

/** The wrong fields of a decision by the options that they are typed as. */
const fieldsText = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([field, fault]) => `${OPTION_OF_FIELD[field] ?? `--${field}`} ${FAULTS[fault] ?? fault}.`)
    .join(' ');
