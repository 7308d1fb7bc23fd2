import type { PublishedCount } from '#contract/transparency';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Gives the words of a published number: the number itself, or as much as is told of it. */
export function usePublishedText(): (published: PublishedCount) => string {
  const { t } = useTranslation('transparency');
  return ({ count, is }) => {
    const number = formatNumber(count);
    if (is === 'fewer_than') return t('fewer_than', { number });
    if (is === 'at_least') return t('at_least', { number });
    return is === 'about' ? t('about', { number }) : number;
  };
}
