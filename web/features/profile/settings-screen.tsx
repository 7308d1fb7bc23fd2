import { Link } from 'react-router';
import type { User } from '#contract/account';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { installModule } from '../../pwa/install/install-slot.tsx';
import { useInstall } from '../../pwa/install/use-install.ts';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { useScrollToHash } from '../../ui/navigation/hash-target.ts';
import { SettingRow } from '../../ui/setting-row/setting-row.tsx';
import { LanguageSwitch } from '../pages/footer/language-switch.tsx';
import { BLOCKED_AND_HIDDEN_ID, BlockedAndHiddenButton } from '../safety/blocked-and-hidden-button.tsx';
import { DeviceSettingsSection } from './device-settings-section.tsx';
import { HiddenWordsSection } from './hidden-words/hidden-words-section.tsx';
import { LogOut } from './log-out.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { VisibilitySection } from './visibility-section.tsx';
import './settings.css';

/** Loaded later, so that the page shows before them. */
const accountSections = createLazyModule(() => import('../account/account-sections.tsx'));
const sessionSections = createLazyModule(() => import('../session/session-sections.tsx'));

/** How many messages of a member this device has not sent; 0 if they cannot be read. */
async function countUnsent(member: string): Promise<number> {
  try {
    const { memberChat } = await import('../chat/engine/member-chat.ts');
    return (await memberChat(member).sendQueue.readPending()).length;
  } catch {
    return 0;
  }
}

function Language() {
  const { t } = useTranslation('profile');
  return <LanguageSwitch label={t('language')} errorTitle={t('language_failed')} />;
}

/** The id is `mails`, because mails from before the preferences moved have links to `/profile#mails`. */
function Notifications() {
  const { t } = useTranslation('profile');
  const action = (
    <ButtonLink tone="soft" small to="/notifications#settings">
      {t('notifications_choose')}
    </ButtonLink>
  );
  return <SettingRow id="mails" title={t('notifications')} state={t('notifications_state')} action={action} />;
}

/** The rows for credits and premium. */
function CreditsAndPremium({ user: { credits, premium_until: premiumUntil } }: { user: User }) {
  const { t } = useTranslation('profile');
  const isRunning = premiumUntil !== null && Date.parse(premiumUntil) > Date.now();
  const toCredits = (
    <ButtonLink tone="soft" small to="/credits">
      {t('credits_open')}
      <span className="visually-hidden"> {t('credits')}</span>
    </ButtonLink>
  );
  const toPremium = (
    <ButtonLink tone="soft" small to="/premium">
      {isRunning ? t('premium_open') : t('premium_look')}
      <span className="visually-hidden"> {t('premium')}</span>
    </ButtonLink>
  );
  return (
    <>
      <SettingRow
        id="credits"
        title={t('credits')}
        state={t('credits_state', { count: credits, n: formatNumber(credits) })}
        action={toCredits}
      />
      <SettingRow
        id="premium"
        title={t('premium')}
        state={isRunning ? t('premium_until', { date: formatDate(premiumUntil) }) : t('premium_none')}
        action={toPremium}
      />
    </>
  );
}

function BlockedAndHidden() {
  const { t } = useTranslation('profile');
  return <SettingRow id={BLOCKED_AND_HIDDEN_ID} title={t('put_aside')} state={t('put_aside_state')} action={<BlockedAndHiddenButton />} />;
}

function Install() {
  const { state } = useInstall();
  const parts = useLazyModule(installModule, state !== 'none');
  return parts && <parts.InstallEntry>{(entry) => <SettingRow id="install" {...entry} />}</parts.InstallEntry>;
}

/** Signing in, from the address to the logout. */
function Access({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const account = useLazyModule(accountSections, true);
  const session = useLazyModule(sessionSections, true);
  return (
    <section id="account" className="settings-group">
      <h2 className="display display-21">{t('account_title')}</h2>
      {account && session && (
        <account.SignInSections user={user}>
          <session.SessionSections user={user} />
        </account.SignInSections>
      )}
      <LogOut countUnsent={() => countUnsent(user.id)} />
    </section>
  );
}

function Preferences({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  return (
    <section className="settings-group">
      <h2 className="display display-21">{t('preferences_title')}</h2>
      <div>
        <CreditsAndPremium user={user} />
        <Notifications />
        <BlockedAndHidden />
        <Install />
      </div>
      <div className="settings-choices">
        <div className="profile-field">
          <b>{t('language')}</b>
          <div>
            <Language />
          </div>
        </div>
        <ThemeChoice />
      </div>
    </section>
  );
}

/** Consent, export and, at the end of all settings, the deletion. */
function StoredData({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const account = useLazyModule(accountSections, true);
  return (
    <section className="settings-group">
      <h2 className="display display-21">{t('kept_title')}</h2>
      {account && <account.DataSections user={user} countUnsent={() => countUnsent(user.id)} />}
    </section>
  );
}

/** All settings of the account and of this device. What others see of the member is on the own profile page. */
export function Screen() {
  const { t } = useTranslation('profile');
  const user = useUser();
  useScrollToHash();
  if (!user) return null;
  return (
    <div className="settings">
      <header className="settings-head">
        <Link className="icon-btn" to="/profile" aria-label={t('settings_back')}>
          <Icon name="arrow-left" />
        </Link>
        <h1 className="display display-28">{t('settings_title')}</h1>
      </header>
      <Access user={user} />
      <VisibilitySection />
      <DeviceSettingsSection />
      <HiddenWordsSection user={user} />
      <Preferences user={user} />
      <StoredData user={user} />
    </div>
  );
}
