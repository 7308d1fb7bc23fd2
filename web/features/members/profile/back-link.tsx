import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { hasPreviousPage } from '../../../platform/has-previous-page.ts';
import { Icon } from '../../../ui/icon.tsx';

interface BackLinkProps {
  /** Where back leads when this page was the first one opened. */
  to: string;
  /** True: an icon over the photo, for narrow screens. False: icon and text above the page. */
  isOnPhoto: boolean;
}

/** Goes back in the browser's history, which restores the scroll position; without a page before this one it leads to `to`. */
export function BackLink({ to, isOnPhoto }: BackLinkProps) {
  const { t } = useTranslation('members');
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={isOnPhoto ? 'glass-btn' : 'link row back-link'}
      aria-label={isOnPhoto ? t('back') : undefined}
      onClick={(event) => {
        if (!hasPreviousPage() || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon name="arrow-left" {...(isOnPhoto ? {} : { size: 's' as const })} />
      {!isOnPhoto && t('back')}
    </Link>
  );
}
