import { type Database, violatedConstraint } from '#db/client';
import { type ActivityRow, type Condition, insertActivity } from '#db/queries/operator/activity';
import type { DeskProof } from '#db/queries/operator/desk-sessions';
import { randomId } from '../../lib/crypto.ts';
import { refuse } from '../errors.ts';
import type { Actor } from '../moderation/actor.ts';

/** What operators do, as it stands in the record. */
export const OPERATOR_ACTS = [
  'logged_in',
  'logged_out',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'session_ended',
  'operator_added',
  'operator_removed',
  'code_made',
  'member_viewed',
  'credits_granted',
  'refund_recorded',
  'discount_ended',
  'photo_accepted',
  'removal_forgotten',
  'setting_changed',
] as const;
export type OperatorActName = (typeof OPERATOR_ACTS)[number];

/** One act for the record. `subject` names a thing of the site and holds no text of a member. */
export interface Act {
  readonly act: OperatorActName;
  readonly aboutId?: string;
  readonly subject?: string;
  readonly amount?: number;
  readonly reason?: string;
}

/** An actor with what the batch that acts proves again; null on the command line. */
export type ProvenActor = Actor & { readonly proof?: DeskProof };

/**
 * The statement that records an act if a condition holds, for the batch in which it happens. Of an operator at the desk it proves session,
 * role and confirmation again, whatever the condition; `withProof` turns its failure into a refusal.
 */
export function recordAct(db: Database, now: number, actor: ProvenActor, { act, aboutId, subject, amount, reason }: Act, when?: Condition) {
  const row: ActivityRow = {
    id: randomId(),
    actor: actor.kind,
    operatorId: actor.kind === 'operator' ? actor.memberId : null,
    act,
    aboutId: aboutId ?? null,
    subject: subject ?? null,
    amount: amount ?? null,
    reason: reason ?? null,
    createdAt: now,
  };
  return insertActivity(db, row, actor.proof ?? null, when);
}

/** The constraint that breaks if the session of the desk has ended, or its operator lost the role, while the act was prepared. */
export const UNPROVEN = 'NOT NULL operator_activity.created_at';
/** The same for what is written down in a case. */
const UNPROVEN_IN_CASE = 'NOT NULL case_activity.created_at';

/** Runs a batch with a recorded act; refuses with `signed_out` if its session has ended meanwhile. Rethrows any other error. */
export async function withProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === UNPROVEN || constraint === UNPROVEN_IN_CASE) return refuse('signed_out');
    throw error;
  }
}
