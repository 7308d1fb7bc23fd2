import type { updateUser as endpoint } from '#contract/account';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { together } from '#db/client';
import { changeMember, memberById, replaceFields, replaceInterests } from '#db/queries/account/members';
import { switchAwayMails } from '#db/queries/notifications/notification-settings';
import { knownInterests, knownValues, regionById } from '#db/queries/profile/profile';
import { writeEvents } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { asMember } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { holdToAccountRules } from './update-user-rules.ts';

/** Changes the fields that the body names and no others. One wrong field refuses the whole change (docs/product.md, "Saving changes"). */
export async function updateUser(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const [member, regions, interests, values] = await asMember(ctx, (_, database) => [
    regionById(database, input.countryregion ?? ''),
    knownInterests(database, input.interests ?? []),
    knownValues(database, Object.keys(input.fields ?? {})),
  ]);
  const roomPosts = [{ type: 'user.changed' as const }, ...(input.hide_presence ? [{ kind: 'presence.revoked' as const }] : [])];
  const change = holdToAccountRules(ctx, input, member, { region: regions[0] ?? null, interests, values });
  const [, , , , , , events, members, ...rows] = await together(db, [
    changeMember(db, member.id, change),
    ...replaceFields(db, member.id, input.fields ?? {}),
    ...replaceInterests(db, member.id, input.interests ?? null),
    input.away_mails === undefined ? null : switchAwayMails(db, member.id, input.away_mails),
    writeEvents(
      db,
      roomPosts.map((event) => ({ to: member.id, event })),
      now,
    ),
    memberById(db, member.id),
    ...userStatements(member.id, db),
  ]);
  ctx.publish({ events });
  return members[0] ? { user: userOf(members[0], rows, now) } : refuse('signed_out');
}
