import { batch, type OptionalStatement } from '#db/client';
import { bonusesToNotify, markBonusNotified, membersToNotify, notifyOfOffer } from '#db/queries/notifications/offer-notifications';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { offerNotification, offerPush } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { quietHoursEndAt } from '../../domain/notification-preferences.ts';
import { inRounds } from '../../lib/rounds.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { offerMail } from './offer-mail.ts';

/** Members of one run; those who are left wait for the next run, a minute later. */
const BOUNDS = { size: 100, rows: 1_000, perSecond: 100 };
/** How much of the last member's id the next run begins with: it finds few members again and names none. */
const PLACE_CHARACTERS = 2;

type SweepContext = MailContext & Pick<Context, 'db'> & { readonly canMail: boolean };
type OfferRecipient = Awaited<ReturnType<typeof membersToNotify>>[number];

/** Where the next run goes on with a bonus: a beginning of ids, and the code. */
const placeOf = (code: string, lastId: string) => `${lastId.slice(0, PLACE_CHARACTERS)} ${code}`;

/** The beginning of ids behind which a run goes on with a bonus; '' if the place is that of another one. */
function startOf(code: string, place: string): string {
  const start = place.slice(0, place.indexOf(' '));
  return place === `${start} ${code}` ? start : '';
}

/**
 * Notifies members who switched on offers, and nobody else, that a time bonus runs: once each, in their list and by push and mail as they
 * chose, after their quiet hours. One run notifies at most 1,000 members (docs/product.md, "Offer notifications"). `place` is where an earlier
 * run has stopped; returns where the next one goes on.
 */
export async function notifyOffers(ctx: SweepContext, place: string): Promise<string> {
  for (const bonus of await bonusesToNotify(ctx.db, ctx.now)) {
    let after = startOf(bonus.code, place);
    const isLeft = await inRounds(BOUNDS, async (limit) => {
      const recipients = await membersToNotify(ctx.db, bonus.startsAt, after, limit);
      const writes = await Promise.all(recipients.map((member) => offerStatements(ctx, member, bonus.startsAt)));
      const [first, ...rest]: OptionalStatement[] = writes.flat();
      if (first) await batch(ctx.db, [first, ...rest]);
      after = recipients.at(-1)?.id ?? after;
      return recipients.length;
    });
    if (isLeft) return placeOf(bonus.code, after);
    await markBonusNotified(ctx.db, bonus);
  }
  return '';
}

async function offerStatements(ctx: SweepContext, member: OfferRecipient, since: number): Promise<readonly OptionalStatement[]> {
  const { db, now } = ctx;
  const dueAt = quietHoursEndAt(now, member.timezone, member.quietFrom, member.quietTo) ?? now;
  const isMailed = ctx.canMail && member.isMailed === 1;
  return notifyOfOffer(
    db,
    {
      notification: offerNotification(member.id, 'time_bonus', now),
      event: { ...eventOutboxRow(member.id, { type: 'user.changed' }, now), dueAt: now },
      push: member.isPushed === 1 ? offerPush(member.id, now) : null,
      mail: isMailed ? { ...(await offerMail(ctx, member)), dueAt } : null,
    },
    since,
  );
}
