import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../session/theme.ts';
import { Segments } from '../../ui/forms/field.tsx';
import { LogOut } from './log-out.tsx';
import type { CountUnsent } from './use-log-out.ts';

interface AccountSectionProps {
  /** E-mail address, password and devices. */
  access: ReactNode;
  language: ReactNode;
  /** Rows for credits and premium. */
  creditsAndPremium: ReactNode;
  notifications: ReactNode;
  /** The row for blocked and hidden members. */
  blockedAndHidden: ReactNode;
  /** The row that offers to install the app. */
  install: ReactNode;
  /** Data export and deletion of the account. */
  exportAndDeletion: ReactNode;
  countUnsent: CountUnsent;
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

/** The account part of the profile page: access, preferences, and stored data. */
export function AccountSection({
  access,
  language,
  creditsAndPremium,
  notifications,
  blockedAndHidden,
  install,
  exportAndDeletion,
  countUnsent,
}: AccountSectionProps) {
  const { t } = useTranslation('profile');
  return (
    <section id="account" className="profile-columns profile-account">
      <div className="profile-group">
        <h2 className="display display-21">{t('account_title')}</h2>
        {access}
        <LogOut countUnsent={countUnsent} />
      </div>
      <div className="profile-column">
        <div className="profile-group">
          <h2 className="display display-21">{t('preferences_title')}</h2>
          <div>
            {creditsAndPremium}
            {notifications}
            {blockedAndHidden}
            {install}
          </div>
          <div className="profile-preferences">
            <div className="profile-field">
              <b>{t('language')}</b>
              <div>{language}</div>
            </div>
            <ThemeChoice />
          </div>
        </div>
        <div className="profile-group">
          <h2 className="display display-21">{t('kept_title')}</h2>
          {exportAndDeletion}
        </div>
      </div>
    </section>
  );
}
