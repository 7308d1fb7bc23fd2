import { type CanSendCode, type ExpectedPrice, SEND_ERRORS } from '#contract/chat';
import { type ErrorCode, LIMIT_CODES } from '#contract/errors';
import { codeSentence } from '../../../api/error-text.ts';
import { formatDeadline } from '../../../i18n/format-deadline.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

/**
 * The refusals of a send with a sentence of their own under the message, besides that of a new price; any other refusal has the general one
 * of its code.
 */
const OWN_CODES = SEND_ERRORS.filter(
  (code) => code !== 'client_id_reused' && code !== 'date_of_birth_required' && code !== 'price_changed',
);

interface RefusalFacts {
  /** The name of the other member. */
  readonly name: string;
  /** When the limit ends that is the reason, in ISO 8601; null without one or if it is not known. */
  readonly endsAt: string | null;
}

/** The sentences of this chat for the refusals of a send, in the language on screen. */
export function useRefusalSentences() {
  const { t } = useTranslation('chat');
  return {
    /** Why no message can be sent now. `credits`: the balance. */
    beforeSending: (code: CanSendCode, { name, endsAt, credits }: RefusalFacts & { readonly credits: number }): string =>
      code === 'first_message_limit' && endsAt !== null
        ? t('cannot_send_first_message_limit_until', { name, time: formatDeadline(endsAt) })
        : t(`cannot_send_${code}`, { name, count: credits }),

    /** Why a message was not sent. A limit that has ended meanwhile is named without its time. `newPrice`: the price that is the reason. */
    afterSending: (code: ErrorCode, { name, endsAt, newPrice }: RefusalFacts & { readonly newPrice: ExpectedPrice | null }): string => {
      if (newPrice) return t('not_sent_price_changed', { count: newPrice.credits });
      const limit = LIMIT_CODES.find((limitCode) => limitCode === code);
      if (limit && endsAt !== null && Date.parse(endsAt) > Date.now())
        return t(`not_sent_${limit}_until`, { name, time: formatDeadline(endsAt) });
      const own = OWN_CODES.find((ownCode) => ownCode === code);
      return own ? t(`not_sent_${own}`, { name }) : codeSentence(code);
    },
  };
}
