import type { OutputOf } from '#contract/endpoint';
import type { listDeskSessions as endpoint } from '#contract/operator/desk-session';
import { deskSessionsOf } from '#db/queries/operator/desk-sessions';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** The sessions of the desk of the operator: this one first, then the most recently seen. */
export async function listDeskSessions(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator, rows } = await requireOperator(ctx, {}, (id, db) => ({ rows: deskSessionsOf(db, id, ctx.now) }));
  const sessions = rows.map(({ id, device, passkey, createdAt, seenAt, expiresAt }) => {
    const isCurrent = id === operator.sessionId;
    const times = { started_at: isoTime(createdAt), last_seen_at: isoTime(isCurrent ? ctx.now : seenAt), ends_at: isoTime(expiresAt) };
    return { id, device, passkey, ...times, is_current: isCurrent };
  });
  return { sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}
