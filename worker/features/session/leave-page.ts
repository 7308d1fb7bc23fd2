import { leaveMember } from '#db/queries/session';
import { provenMember } from '../../domain/as-member.ts';
import { ONLINE_MS } from '../../domain/card.ts';
import type { Context } from '../../domain/context.ts';

/** Nobody looks at the page any longer: cards show the member as gone, until the next call of any of their devices (api.md, The room). */
export async function leavePage(ctx: Context): Promise<undefined> {
  const { claim } = ctx.session;
  await provenMember(ctx, (_, db) => (claim ? [leaveMember(db, claim, { now: ctx.now, leftAt: ctx.now - ONLINE_MS })] : []));
}
