import type { updateUser as endpoint } from '#contract/account-changes';
import { hasSensitiveAnswers, SENSITIVE_CONSENT_VERSION, SENSITIVE_FIELDS } from '#contract/consent';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { changeMember, memberById, replaceMemberFields, replaceMemberInterests, replaceMemberPrompts } from '#db/queries/account/members';
import { saveSearchPreference } from '#db/queries/members/match-count';
import { setAbsenceMails } from '#db/queries/notifications/notification-settings';
import { knownInterests, knownPrompts, knownValues, regionById } from '#db/queries/profile/profile';
import { deleteQuotesOfRemovedText } from '#db/queries/shared/quotes';
import { deleteUnconsentedAnswers } from '#db/queries/shared/sensitive-consent';
import { writeEvents } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { enforceAccountRules } from './update-user-rules.ts';

/** Changes the fields that the body names and no others. One wrong field refuses the whole change (docs/product.md, "Saving changes"). */
export async function updateUser(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const {
    member,
    region: [region = null],
    interests,
    prompts,
    values,
  } = await requireSession(ctx, (_, database) => ({
    region: regionById(database, input.countryregion ?? ''),
    interests: knownInterests(database, input.interests ?? []),
    prompts: knownPrompts(database, input.prompts?.map(({ id }) => id) ?? []),
    values: knownValues(database, Object.keys(input.fields ?? {})),
  }));
  const roomPosts = [{ type: 'user.changed' as const }, ...(input.hide_presence ? [{ kind: 'presence.revoked' as const }] : [])];
  // Also behind a change that the consent covered when it was judged: the consent may have been withdrawn since.
  const deletesUnconsented = input.sensitive_consent === null || hasSensitiveAnswers(input);
  const change = enforceAccountRules(ctx, input, member, { region, interests, prompts, values });
  const rows = await batch(db, {
    change: changeMember(db, member.id, change),
    preference: input.search_preference ? saveSearchPreference(db, member.id, input.search_preference) : null,
    ...replaceMemberFields(db, member.id, input.fields ?? {}),
    ...(deletesUnconsented ? deleteUnconsentedAnswers(db, member.id, SENSITIVE_FIELDS, SENSITIVE_CONSENT_VERSION) : {}),
    ...replaceMemberInterests(db, member.id, input.interests ?? null),
    ...(input.prompts ? replaceMemberPrompts(db, member.id, input.prompts) : {}),
    removedQuotes: input.personal === undefined ? null : deleteQuotesOfRemovedText(db, member.id),
    absenceMails: input.away_mails === undefined ? null : setAbsenceMails(db, member.id, input.away_mails),
    events: writeEvents(
      db,
      roomPosts.map((event) => ({ to: member.id, event })),
      now,
    ),
    changedMember: memberById(db, member.id),
    ...userStatements(member.id, db),
  });
  ctx.publish({ events: rows.events });
  const [changedMember] = rows.changedMember;
  return changedMember ? { user: userOf(changedMember, rows, now) } : refuse('signed_out');
}
