import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../session/page-title.ts';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** A profile that is unknown, deleted or closed to whoever looks: one answer for all of them. */
export function MemberMissing() {
  const { t } = useTranslation('members');
  const user = useUser();
  usePageTitle(t('missing'));
  return (
    <section className="panel">
      <div className="empty">
        <div className="art off">
          <Icon name="user-round" />
        </div>
        <h1 className="d d28">{t('missing')}</h1>
        <p className="soft">{t(user ? 'missing_text_member' : 'missing_text')}</p>
        <ButtonLink to={user ? '/members' : '/'}>{t(user ? 'missing_back' : 'missing_start')}</ButtonLink>
      </div>
    </section>
  );
}
