import { useTranslation } from 'react-i18next';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** A profile that is unknown, deleted or closed to whoever looks: one answer for all of them. */
export function MemberMissing() {
  const { t } = useTranslation('members');
  const user = useUser();
  return (
    <section className="missing">
      <title>{t('missing')}</title>
      <h1 className="d d56">{t('missing')}</h1>
      <p className="soft">{t(user ? 'missing_text_member' : 'missing_text')}</p>
      <ButtonLink to={user ? '/members' : '/'}>{t(user ? 'missing_back' : 'missing_start')}</ButtonLink>
    </section>
  );
}
