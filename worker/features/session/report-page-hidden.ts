import { recordLeave } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { ONLINE_MS } from '../../domain/profile-card.ts';
import { verifySession } from '../../domain/require-session.ts';
import { logLine } from '../../lib/log.ts';
import { postToRoom } from '../../rooms/post-to-room.ts';

/**
 * Notes that no page of this browser is visible any more. If the member's room still counts them as online, because of another device or a
 * page that is being reloaded, nothing is stored: the room reports the end of their presence itself (`report-presence.ts`). If it does not,
 * or cannot be reached, cards show the member as offline until the next call of any device (docs/product.md, "Leaving the page").
 */
export async function reportPageHidden(ctx: Context): Promise<undefined> {
  const { member } = await verifySession(ctx, () => ({}));
  if (await isOnlineInRoom(ctx, member.id)) return;
  await recordLeave(ctx.db, member.id, { leftAt: ctx.now, shownAsActiveAt: ctx.now - ONLINE_MS });
}

/** Whether the room counts the member as online; false if it cannot be reached. */
async function isOnlineInRoom({ env }: Context, memberId: string): Promise<boolean> {
  try {
    return (await postToRoom(env, memberId, { kind: 'hidden' })).is_online === true;
  } catch (error) {
    logLine('warn', { at: 'page-hidden', error: error instanceof Error ? error.message : 'unknown' });
    return false;
  }
}
