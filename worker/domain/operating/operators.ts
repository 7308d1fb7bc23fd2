import { ENROLMENT_CODE_MS, enrolmentCodeOf, type OperatorRole } from '#contract/operator/desk-session';
import { batch, type Database } from '#db/client';
import { type MemberRow, memberById } from '#db/queries/account/members';
import { freeCasesOfFormerOperator } from '#db/queries/cases/case-queue';
import { deleteAllDeskSessions } from '#db/queries/operator/desk-sessions';
import { deleteOperator, insertOperator, operatorOfMember, replaceEnrolment } from '#db/queries/operator/operators';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import { partyOf } from '../moderation/actor.ts';
import { enrolmentHash } from '../passkey-challenge.ts';
import { ImpossibleAct } from './impossible-act.ts';
import { type ProvenActor, recordAct } from './record-act.ts';

/** An enrolment code, which is shown once, and when it ends (ms). */
export interface EnrolmentCode {
  readonly code: string;
  readonly expiresAt: number;
}

async function activeMember(db: Database, memberId: string): Promise<MemberRow> {
  const [member] = await memberById(db, memberId);
  if (!member) throw new ImpossibleAct('not_found');
  if (member.status !== 'active') throw new ImpossibleAct('not_active');
  return member;
}

/** A new code with the statement that stores its hash in place of an earlier one. */
async function newCode(db: Database, now: number, memberId: string) {
  const code = enrolmentCodeOf(crypto.getRandomValues(new Uint8Array(20)));
  const enrolment = { memberId, codeHash: await enrolmentHash(code), createdAt: now, expiresAt: now + ENROLMENT_CODE_MS };
  return { code, expiresAt: enrolment.expiresAt, statement: replaceEnrolment(db, enrolment) };
}

/**
 * Plans to make a member an operator, with a code for the first passkey. Throws ImpossibleAct: `not_found`, `not_active`, `exists`; `apply`
 * throws `changed` if the account has changed meanwhile.
 */
export async function planAddOperator(db: Database, now: number, actor: ProvenActor, input: { memberId: string; role: OperatorRole }) {
  const { memberId, role } = input;
  await activeMember(db, memberId);
  if ((await operatorOfMember(db, memberId)).length > 0) throw new ImpossibleAct('exists');
  return {
    apply: async (): Promise<EnrolmentCode> => {
      const { code, expiresAt, statement } = await newCode(db, now, memberId);
      const { added } = await batch(db, {
        added: insertOperator(db, { memberId, role, addedAt: now }),
        act: recordAct(db, now, actor, { act: 'operator_added', aboutId: memberId, subject: role }, previousStatementWrote),
        code: statement,
      });
      if (added.length === 0) throw new ImpossibleAct('changed');
      return { code, expiresAt };
    },
  };
}

/** Plans a new code for an operator, in place of an earlier one. Throws ImpossibleAct: `not_found` for a member who is no operator, `not_active`. */
export async function planNewCode(db: Database, now: number, actor: ProvenActor, memberId: string) {
  await activeMember(db, memberId);
  if ((await operatorOfMember(db, memberId)).length === 0) throw new ImpossibleAct('not_found');
  return {
    apply: async (): Promise<EnrolmentCode> => {
      const { code, expiresAt, statement } = await newCode(db, now, memberId);
      await batch(db, { act: recordAct(db, now, actor, { act: 'code_made', aboutId: memberId }), code: statement });
      return { code, expiresAt };
    },
  };
}

/**
 * Plans to take the desk from an operator: passkeys, sessions and codes go at once, and open cases of theirs are free again. Throws
 * ImpossibleAct: `not_found`; `apply` throws `changed`.
 */
export async function planRemoveOperator(db: Database, now: number, actor: ProvenActor, memberId: string) {
  const [operator] = await operatorOfMember(db, memberId);
  if (!operator) throw new ImpossibleAct('not_found');
  return {
    role: operator.role,
    apply: async (): Promise<void> => {
      const { removed } = await batch(db, {
        removed: deleteOperator(db, memberId),
        act: recordAct(db, now, actor, { act: 'operator_removed', aboutId: memberId, subject: operator.role }, previousStatementWrote),
        ...freeCasesOfFormerOperator(db, memberId, partyOf(actor), now),
      });
      if (removed.length === 0) throw new ImpossibleAct('changed');
    },
  };
}

/** Plans to end all sessions of an operator at the desk; passkeys stay. Throws ImpossibleAct: `not_found` for a member who is no operator. */
export async function planSignOutOperator(db: Database, now: number, actor: ProvenActor, memberId: string) {
  if ((await operatorOfMember(db, memberId)).length === 0) throw new ImpossibleAct('not_found');
  return {
    apply: async (): Promise<{ readonly sessions: number }> => {
      const { ended } = await batch(db, {
        ended: deleteAllDeskSessions(db, memberId, now),
        act: recordAct(db, now, actor, { act: 'session_ended', aboutId: memberId }),
      });
      return { sessions: ended.length };
    },
  };
}
