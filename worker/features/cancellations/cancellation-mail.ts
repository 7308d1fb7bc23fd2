import type { CancellationRow } from '#db/queries/cancellations/cancellations';
import { formatDate, formatZonedMoment } from '../../i18n/format-dates.ts';
import type { ServerTexts } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { unprovenAddress } from '../../mail/recipient.ts';

/**
 * What became of a cancellation. `ended`: the contract ends with what is paid for. `later`: it is to run longer than that, which an operator
 * sees to. `not_found`: the address, and the order if one was named, have no contract that renews.
 */
export type CancellationOutcome = 'ended' | 'later' | 'not_found';

/** The contract that a cancellation is about: the end of what is paid for (ms), and the time zone of its member. */
export interface CanceledContract {
  readonly paidUntil: number;
  readonly timezone: string | null;
}

type Sentences = ServerTexts['cancellation'];

/** The paragraphs: receipt, content, and what became of it. The reason is left out: anybody can enter somebody else's address. */
function bodyOf(words: Sentences, row: CancellationRow, outcome: CancellationOutcome): string[] {
  const isForCause = row.kind === 'for_cause';
  const content = [
    isForCause ? words.for_cause : words.ordinary,
    row.endsOn === null ? words.earliest : words.on_day,
    ...(row.orderNumber === '' ? [] : [words.order]),
  ];
  return [words.body, content.join(' '), words[outcome], ...(isForCause ? [words.person] : [])];
}

/**
 * The confirmation that the law asks for: content, day and time of receipt, and the end of the contract (German Civil Code, § 312k). It goes to
 * the address that was given, and is the only thing that tells whether there is a contract.
 */
export function cancellationMail(ctx: MailContext, row: CancellationRow, outcome: CancellationOutcome, contract: CanceledContract | null) {
  const { email, locale, number, orderNumber, endsOn, createdAt, memberId } = row;
  const zone = contract?.timezone ?? 'UTC';
  return {
    ...composeMail(ctx, unprovenAddress({ id: '', email, locale }), {
      kind: 'cancellation',
      sentences: ({ cancellation: words }) => ({ ...words, body: bodyOf(words, row, outcome), notes: [words.otherwise] }),
      path: `/complaints?subject=payment&reference=${number}`,
      values: {
        number,
        received: formatZonedMoment(locale, zone, createdAt),
        order_number: orderNumber,
        ends_on: endsOn === null ? '' : formatDate(locale, 'UTC', Date.parse(endsOn)),
        until: contract ? formatDate(locale, zone, contract.paidUntil) : '',
      },
    }),
    memberId,
  };
}
