import type { listSessions as endpoint } from '#contract/devices';
import type { OutputOf } from '#contract/endpoint';
import { sessionsOfMember } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';

/** The signed-in devices of the caller: this one first, then the most recently seen. */
export async function listSessions(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { member, ...rows } = await requireSession(ctx, (id, db) => ({ sessions: sessionsOfMember(db, id, ctx.now) }));
  const sessions = rows.sessions.map(({ id, device, seenAt }) => {
    const isCurrent = id === member.sessionId;
    return { id, device, last_seen_at: isoTime(isCurrent ? ctx.now : seenAt), is_current: isCurrent };
  });
  return { sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}
