import type { Quote } from '#contract/quotes';
import { useProfileFields, usePromptLabels } from '../../api/profile/catalogue-queries.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** What a quote says: the name of the block, if it has one, and its words, if it has any. */
export interface QuoteWords {
  readonly label: string | null;
  readonly text: string | null;
}

/** The words of a quote in the language on screen. `owner`: the name of the quoted member; null if it is the member who looks. */
export function useQuoteWords(quote: Quote, owner: string | null): QuoteWords {
  const { t } = useTranslation('cards');
  const prompts = usePromptLabels('prompt' in quote).data;
  const fields = useProfileFields('field' in quote).data;
  if ('photo' in quote) return { label: owner === null ? t('quote_your_photo') : t('quote_photo_of', { name: owner }), text: null };
  if ('prompt' in quote) return { label: prompts?.get(quote.prompt) ?? null, text: quote.text };
  if ('field' in quote) {
    const value = fields?.allowed_values[quote.field]?.find((allowed) => allowed.value === quote.value);
    return { label: fields?.fields.find(({ id }) => id === quote.field)?.label ?? null, text: value?.label ?? null };
  }
  return { label: null, text: quote.text };
}
