import { batch, type OptionalStatement } from '#db/client';
import { bonusesToNotify, markBonusNotified, membersToNotify, notifyOfOffer } from '#db/queries/notifications/offer-notifications';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { offerNotification, offerPush } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { quietHoursEndAt } from '../../domain/notification-preferences.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { offerMail } from './offer-mail.ts';

const MEMBERS_PER_ROUND = 100;
/** Rounds of one run; members who are left wait for the next run, a minute later. */
const ROUNDS_PER_RUN = 10;

type SweepContext = MailContext & Pick<Context, 'db'> & { readonly canMail: boolean };
type OfferRecipient = Awaited<ReturnType<typeof membersToNotify>>[number];

/**
 * Notifies members who switched on offers, and nobody else, that a time bonus runs: once each, in their list and by push and mail as they
 * chose, after their quiet hours. One run notifies at most 1,000 members; the next goes on (docs/product.md, "Offer notifications").
 */
export async function notifyOffers(ctx: SweepContext): Promise<void> {
  for (const bonus of await bonusesToNotify(ctx.db, ctx.now)) {
    let after = '';
    for (let round = 0; round < ROUNDS_PER_RUN; round += 1) {
      const recipients = await membersToNotify(ctx.db, bonus.startsAt, after, MEMBERS_PER_ROUND);
      const writes = await Promise.all(recipients.map((member) => offerStatements(ctx, member, bonus.startsAt)));
      const [first, ...rest]: OptionalStatement[] = writes.flat();
      if (first) await batch(ctx.db, [first, ...rest]);
      if (recipients.length < MEMBERS_PER_ROUND) {
        await markBonusNotified(ctx.db, bonus);
        break;
      }
      after = recipients.at(-1)?.id ?? after;
    }
  }
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
