import { useTranslation } from '../../../i18n/use-translation.ts';
import '../gallery/gallery.css';

/** The placeholder of a member's page while nothing of the member is known. */
export function MemberSkeleton() {
  const { t } = useTranslation('members');
  return (
    <div className="member" role="status" aria-busy="true" aria-label={t('loading_member')}>
      <div className="gallery skel" />
      <div className="info" aria-hidden="true">
        <i className="skel skeleton-line name-skel" />
        <div>
          <i className="skel skeleton-line about-line" />
          <i className="skel skeleton-line about-line" />
          <i className="skel skeleton-line about-line short" />
        </div>
      </div>
    </div>
  );
}
