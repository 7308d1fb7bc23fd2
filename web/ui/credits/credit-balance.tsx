import { Link } from 'react-router';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { useUser } from '../../session/user.ts';
import { Icon } from '../icon.tsx';

/** The member's credits on narrow screens. Renders nothing for visitors and where the top navigation shows them. */
export function CreditChip() {
  const { t } = useTranslation();
  const user = useUser();
  const hasTopNavigation = useFeatureFlag('navigation', 'topNavigation');
  if (!user || hasTopNavigation) return null;
  const credits = formatNumber(user.credits);
  return (
    <Link className="credit-chip only-phone" to="/credits">
      <Icon name="coins" size="s" />
      <span aria-hidden="true">{credits}</span>
      <span className="visually-hidden">{t('navigation.credits', { count: user.credits, n: credits })}</span>
    </Link>
  );
}
