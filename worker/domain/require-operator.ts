import { MINUTE } from '#contract/durations';
import { CONFIRMED_MS, OPERATOR_ROLES, type Operator, type OperatorRole } from '#contract/operator/desk-session';
import { batch, type Database, type OptionalStatement, type Rows } from '#db/client';
import { type DeskProof, operatorOfSession, updateDeskSeen } from '#db/queries/operator/desk-sessions';
import { isoTime, isoTimeOrNull } from '../lib/iso-time.ts';
import type { Context } from './context.ts';
import { deviceKind } from './create-session.ts';
import { refuse } from './errors.ts';
import type { Actor } from './moderation/actor.ts';

/** What a call of the desk needs beside a session. */
export interface OperatorNeeds {
  /** The least role; moderators by default. */
  readonly role?: OperatorRole;
  /** The operator has to have used a passkey within the last five minutes. */
  readonly isConfirmed?: boolean;
}

type SessionRow = Awaited<ReturnType<typeof operatorOfSession>>[number];
/** The signed-in operator with the session, and as the one who acts. */
export type SignedInOperator = SessionRow & { readonly actor: Actor & { readonly kind: 'operator'; readonly proof: DeskProof } };

type Statements = Readonly<Record<string, OptionalStatement>>;
type WithOperator<S extends Statements> = { readonly operator: SignedInOperator } & Rows<S>;

const SEEN_AFTER_MS = MINUTE;

/** The roles that have the rights of a role. */
const rolesFrom = (least: OperatorRole): readonly OperatorRole[] => OPERATOR_ROLES.slice(OPERATOR_ROLES.indexOf(least));

/**
 * Checks the session of the desk and runs `statements`, which read, in one batch, as `requireSession` does for members. Refuses with
 * `signed_out` without a valid session, or if another kind of browser shows its cookie; with `banned` and the reason; with `admins_only` for
 * a lower role; and with `confirm_needed` if a confirmation is needed and the passkey was last used more than five minutes ago
 * (docs/product.md, "Operators"). What then writes proves the same with `recordAct`.
 */
export async function requireOperator<const S extends Statements>(
  ctx: Context,
  { role = 'moderator', isConfirmed = false }: OperatorNeeds,
  statements: (memberId: string, db: Database) => S,
): Promise<WithOperator<S>> {
  const { credential } = ctx.deskSession;
  if (!credential) return refuse('signed_out');
  const { sessionRow, ...rows } = await batch(ctx.db, {
    sessionRow: operatorOfSession(ctx.db, credential, ctx.now),
    ...statements(credential.memberId, ctx.db),
  });
  const [row] = sessionRow as SessionRow[];
  if (!row || deviceKind(row.device) !== deviceKind(ctx.visitor.device)) return refuse('signed_out');
  if (row.status === 'banned') refuse('banned', row.banReason ? { reason: row.banReason } : {});
  if (row.status !== 'active') refuse('signed_out');
  const roles = rolesFrom(role);
  if (!roles.includes(row.role)) refuse('admins_only');
  const confirmedAfter = isConfirmed ? ctx.now - CONFIRMED_MS : 0;
  if (row.confirmedAt <= confirmedAfter) refuse('confirm_needed');
  if (ctx.now - row.seenAt > SEEN_AFTER_MS) ctx.later(async () => updateDeskSeen(ctx.db, row.sessionId, ctx.now));
  const actor = { kind: 'operator', memberId: row.memberId, proof: { sessionId: row.sessionId, roles, confirmedAfter } } as const;
  return { operator: { ...row, actor }, ...rows } as unknown as WithOperator<S>;
}

/** The operator as the desk shows them. */
export function operatorAnswer(
  row: Pick<SessionRow, 'memberId' | 'name' | 'email' | 'role' | 'expiresAt' | 'confirmedAt'>,
  now: number,
): Operator {
  const confirmedUntil = row.confirmedAt + CONFIRMED_MS;
  return {
    id: row.memberId,
    name: row.name,
    email: row.email,
    role: row.role,
    session_ends_at: isoTime(row.expiresAt),
    confirmed_until: isoTimeOrNull(confirmedUntil > now ? confirmedUntil : null),
  };
}
