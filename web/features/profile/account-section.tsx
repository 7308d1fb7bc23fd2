import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account';
import { signOut, useSession } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts';

interface AccountSectionProps {
  user: User;
  /** Sends the letter again, while the address is not confirmed. */
  resend: ReactNode;
  language: ReactNode;
}

function EmailRow({ user, resend }: { user: User; resend: ReactNode }) {
  const { t } = useTranslation('profile');
  return (
    <div className="own-field">
      <b>{t('email')}</b>
      <p className="own-email">{user.email}</p>
      {user.activated ? (
        <p className="row small own-good">
          <Icon name="circle-check" size="s" />
          {t('confirmed')}
        </p>
      ) : (
        <>
          <p className="soft small">{t('not_confirmed')}</p>
          {resend}
        </>
      )}
    </div>
  );
}

function ThemeChoice() {
  const { t } = useTranslation('profile');
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <Segments
      legend={t('theme')}
      name="theme"
      options={THEMES.map((value) => ({ value, label: t(`theme_${value}`) }))}
      value={theme}
      onChange={choose}
    />
  );
}

export function AccountSection({ user, resend, language }: AccountSectionProps) {
  const { t } = useTranslation('profile');
  const { isLoggingOut } = useSession();
  return (
    <section id="account" className="own-section">
      <div className="sec-head">
        <h2 className="d d21">{t('account_title')}</h2>
      </div>
      <div className="form">
        <EmailRow user={user} resend={resend} />
        <div className="own-field">
          <b>{t('language')}</b>
          <div>{language}</div>
        </div>
        <ThemeChoice />
        <div>
          <Button tone="quiet" icon="log-out" busy={isLoggingOut} onClick={() => void signOut()}>
            {t('log_out')}
          </Button>
        </div>
      </div>
    </section>
  );
}
