import { groupedNumber } from '../../lib/reference-number.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { unprovenAddress } from '../../mail/recipient.ts';

/** Whoever made a notice; `memberId` is null without an account. */
interface Notifier {
  readonly memberId: string | null;
  readonly email: string;
  readonly locale: string;
}

/** The mail that confirms a notice, with its number. Anybody can enter somebody else's address, so that nothing that was typed stands in it. */
export const noticeMail = (ctx: MailContext, { memberId, email, locale }: Notifier, number: string) => ({
  ...composeMail(ctx, unprovenAddress({ id: '', email, locale }), {
    kind: 'notice',
    sentences: ({ notice }) => ({ ...notice, body: [notice.body, notice.next], notes: [notice.otherwise] }),
    path: '/pages/terms#law',
    values: { number: groupedNumber(number) },
  }),
  memberId,
});
