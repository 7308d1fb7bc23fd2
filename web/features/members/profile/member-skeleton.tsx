import { useTranslation } from '../../../i18n/use-translation.ts';
import './letter.css';

/** The placeholder of a member's page while nothing of the member is known. */
export function MemberSkeleton() {
  const { t } = useTranslation('members');
  return (
    <div className="member" role="status" aria-busy="true" aria-label={t('loading_member')}>
      <div className="letter-head skeleton" />
      <div className="member-info" aria-hidden="true">
        <i className="skeleton skeleton-line name-skeleton" />
        <div>
          <i className="skeleton skeleton-line about-skeleton-line" />
          <i className="skeleton skeleton-line about-skeleton-line" />
          <i className="skeleton skeleton-line about-skeleton-line is-short" />
        </div>
      </div>
    </div>
  );
}
