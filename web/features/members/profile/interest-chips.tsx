import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';

interface InterestChipsProps {
  interests: readonly string[];
  /** Interests of the viewer. Shared ones come first, with a tick. */
  viewerInterests: readonly string[];
  labelOf: (interest: string) => string;
}

export function InterestChips({ interests, viewerInterests, labelOf }: InterestChipsProps) {
  const { t } = useTranslation('cards');
  const isShared = (interest: string) => viewerInterests.includes(interest);
  const sorted = [...interests].sort((a, b) => Number(isShared(b)) - Number(isShared(a)));
  return (
    <ul className="facts">
      {sorted.map((interest) => (
        <li key={interest} className={isShared(interest) ? 'fact shared' : 'fact'}>
          {isShared(interest) && <Icon name="check" size="s" />}
          {labelOf(interest)}
          {isShared(interest) && <span className="visually-hidden">{t('you_too')}</span>}
        </li>
      ))}
    </ul>
  );
}
