import { type Asked, together } from '#db/client';
import { bonusesToTell, membersToOffer, noteTold, tellOffer } from '#db/queries/notifications/offer-notifications';
import { eventRow } from '../../delivery/event-outbox.ts';
import { offerNotice, offerPush } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { endOfQuiet } from '../../domain/notification-preferences.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { offerMail } from './offer-mail.ts';

const AT_ONCE = 100;
/** Rounds of one run; members who are left wait for the next run, a minute later. */
const MOST_ROUNDS = 10;

type Sweep = MailContext & Pick<Context, 'db'> & { readonly canMail: boolean };
type Asking = Awaited<ReturnType<typeof membersToOffer>>[number];

/**
 * Notifies members who switched on offers, and nobody else, that a time bonus runs: once each, in their list and by push and mail as they
 * chose, after their quiet hours. One run notifies at most 1,000 members; the next goes on (docs/product.md, "Offer notifications").
 */
export async function tellOffers(ctx: Sweep): Promise<void> {
  for (const bonus of await bonusesToTell(ctx.db, ctx.now)) {
    let after = '';
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const recipients = await membersToOffer(ctx.db, bonus.startsAt, after, AT_ONCE);
      const writes = await Promise.all(recipients.map((member) => tellingOf(ctx, member, bonus.startsAt)));
      const [first, ...rest]: Asked[] = writes.flat();
      if (first) await together(ctx.db, [first, ...rest]);
      if (recipients.length < AT_ONCE) {
        await noteTold(ctx.db, bonus);
        break;
      }
      after = recipients.at(-1)?.id ?? after;
    }
  }
}

async function tellingOf(ctx: Sweep, member: Asking, since: number): Promise<readonly Asked[]> {
  const { db, now } = ctx;
  const dueAt = endOfQuiet(now, member.timezone, member.quietFrom, member.quietTo) ?? now;
  const isMailed = ctx.canMail && member.isMailed === 1;
  return tellOffer(
    db,
    {
      notice: offerNotice(member.id, 'time_bonus', now),
      event: { ...eventRow(member.id, { type: 'user.changed' }, now), dueAt: now },
      push: member.isPushed === 1 ? offerPush(member.id, now) : null,
      mail: isMailed ? { ...(await offerMail(ctx, member)), dueAt } : null,
    },
    since,
  );
}
