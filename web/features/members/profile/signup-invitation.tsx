import { Link } from 'react-router';
import type { Profile } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { useSignupOrLoginPath, useSignupsOpen } from '../../../session/signups-open.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';

/**
 * For visitors: an invitation to sign up with a warning of fictional profiles or, while sign-ups are closed, a link to the login
 * (docs/product.md, "Profiles seen by visitors").
 */
export function SignUpInvitation({ profile }: { profile: Profile }) {
  const { t } = useTranslation('members');
  const { name: site } = useSettings();
  const areSignupsOpen = useSignupsOpen();
  const joinPath = useSignupOrLoginPath(profile.id);
  if (!areSignupsOpen) {
    return (
      <section className="panel">
        <SignupsClosed logInPath={joinPath} />
      </section>
    );
  }
  return (
    <section className="panel signup-invitation" aria-label={t('join')}>
      <p>{t('join_text', { name: profile.name })}</p>
      <Link className="link" to={joinPath}>
        {t('join')}
      </Link>
      <p className="row muted small signup-invitation-warning">
        <Icon name="info" size="s" />
        {t('join_fictional', { site })}
      </p>
    </section>
  );
}
