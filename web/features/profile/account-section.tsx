import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../session/theme.ts';
import { useSession } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type CountUnsent, useLogOut } from './use-log-out.ts';

interface AccountSectionProps {
  user: User;
  /** Sends the letter again, while the address is not confirmed. */
  resend: ReactNode;
  language: ReactNode;
  countUnsent: CountUnsent;
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

/** Logging out takes what this device keeps with it, so that unsent messages are spoken of first. */
function LogOut({ countUnsent }: { countUnsent: CountUnsent }) {
  const { t } = useTranslation('profile');
  const { isLoggingOut } = useSession();
  const { unsent, press, leave, stay } = useLogOut(countUnsent);
  return (
    <div>
      <Button tone="quiet" icon="log-out" busy={isLoggingOut} onClick={() => void press()}>
        {t('log_out')}
      </Button>
      <ConfirmDialog
        isOpen={unsent > 0}
        onClose={stay}
        onConfirm={leave}
        title={t('unsent_title', { count: unsent })}
        text={t('unsent_text', { count: unsent })}
        confirmLabel={t('unsent_log_out')}
        cancelLabel={t('unsent_stay')}
      />
    </div>
  );
}

export function AccountSection({ user, resend, language, countUnsent }: AccountSectionProps) {
  const { t } = useTranslation('profile');
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
        <LogOut countUnsent={countUnsent} />
      </div>
    </section>
  );
}
