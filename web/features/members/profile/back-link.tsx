import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { hasPageBefore } from '../../../platform/history-index.ts';
import { Icon } from '../../../ui/icon.tsx';

interface BackLinkProps {
  /** Where back leads when this page was the first one opened. */
  to: string;
  /** Over a photo on a phone, or in words above the page on a desktop. */
  isOnPhoto: boolean;
}

/** Back to where one came from, scrolled as it was. */
export function BackLink({ to, isOnPhoto }: BackLinkProps) {
  const { t } = useTranslation('members');
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={isOnPhoto ? 'glass' : 'link row back-words'}
      aria-label={isOnPhoto ? t('back') : undefined}
      onClick={(event) => {
        if (!hasPageBefore() || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon name="arrow-left" {...(isOnPhoto ? {} : { size: 's' as const })} />
      {!isOnPhoto && t('back')}
    </Link>
  );
}
