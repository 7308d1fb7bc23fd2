import { Suspense } from 'react';
import type { User } from '#contract/account';
import { useProfileFields } from '../../api/profile/catalogue-queries.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { installModule } from '../../pwa/install/install-slot.tsx';
import { useInstall } from '../../pwa/install/use-install.ts';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { useScrollToHash } from '../../ui/navigation/hash-target.ts';
import { SettingRow } from '../../ui/setting-row/setting-row.tsx';
import { LanguageSwitch } from '../pages/footer/language-switch.tsx';
import { PhotoSection } from '../photos/photo-section.tsx';
import { BLOCKED_AND_HIDDEN_ID, BlockedAndHiddenButton } from '../safety/blocked-and-hidden-button.tsx';
import { AboutSection } from './about-section.tsx';
import { AccountSection } from './account-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import { HiddenWordsSection } from './hidden-words/hidden-words-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { InterestsSection } from './interests-section.tsx';
import { PausedNoteSlot } from './paused-note-slot.tsx';
import { PlaceSection } from './place-section.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { PromptsSection } from './prompts/prompts-section.tsx';
import { VisibilitySection } from './visibility-section.tsx';
import './profile.css';

/** Loaded later, as they are at the end of the page and rarely used. */
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

function Account({ user }: { user: User }) {
  const count = () => countUnsent(user.id);
  const account = useLazyModule(accountSections, true);
  const session = useLazyModule(sessionSections, true);
  return (
    <AccountSection
      access={
        account &&
        session && (
          <account.SignInSections user={user}>
            <session.SessionSections user={user} />
          </account.SignInSections>
        )
      }
      language={<Language />}
      creditsAndPremium={<CreditsAndPremium user={user} />}
      notifications={<Notifications />}
      blockedAndHidden={<BlockedAndHidden />}
      install={<Install />}
      exportAndDeletion={account && <account.DataSections countUnsent={count} />}
      countUnsent={count}
    />
  );
}

export function Screen() {
  const user = useUser();
  const fields = useProfileFields();
  useScrollToHash();
  if (!user) return null;
  return (
    <div>
      <ProfileHead user={user} />
      <div className="profile-columns">
        <div className="profile-column">
          <PausedNoteSlot />
          <ProgressPanel user={user} />
          <Suspense fallback={<div className="profile-section skeleton profile-photos-skeleton" />}>
            <PhotoSection user={user} />
          </Suspense>
          <AboutSection user={user} />
          <PromptsSection user={user} />
          <InterestsSection user={user} />
          <FieldsSection user={user} catalogue={fields} />
        </div>
        <div className="profile-column">
          <IdentitySection user={user} />
          <PlaceSection user={user} />
          <VisibilitySection />
          <HiddenWordsSection user={user} />
        </div>
      </div>
      <Account user={user} />
    </div>
  );
}
