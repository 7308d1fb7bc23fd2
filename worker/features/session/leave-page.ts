import { leaveMember } from '#db/queries/shared/sessions';
import { postToRoom } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { ONLINE_MS } from '../../domain/profile-card.ts';
import { provenMember } from '../../domain/require-session.ts';

/**
 * Nobody looks at this browser's pages any longer. The member's room knows their other devices, and a page that is only being loaded
 * anew: while it shows them as online it will tell itself when they are gone (`note-presence.ts`). Where it does not, or is away, cards
 * show the member as gone until the next call of any device.
 */
export async function leavePage(ctx: Context): Promise<undefined> {
  const [member] = await provenMember(ctx, () => []);
  if (await isSeenByRoom(ctx, member.id)) return;
  await leaveMember(ctx.db, member.id, { leftAt: ctx.now, shownAsActiveAt: ctx.now - ONLINE_MS });
}

async function isSeenByRoom({ env }: Context, memberId: string): Promise<boolean> {
  try {
    return (await postToRoom(env, memberId, { kind: 'hidden' })).is_online === true;
  } catch (error) {
    console.warn(JSON.stringify({ at: 'page-hidden', error: error instanceof Error ? error.message : 'unknown' }));
    return false;
  }
}
