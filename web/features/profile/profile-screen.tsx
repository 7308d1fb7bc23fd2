import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account';
import { useProfileFields } from '../../api/profile/catalogue-queries.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { installParts } from '../../pwa/install/install-slot.tsx';
import { useInstall } from '../../pwa/install/use-install.ts';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { createPart, usePart } from '../../ui/lazy-module.ts';
import { useNamedSection } from '../../ui/navigation/hash-target.ts';
import { AccountRow } from '../../ui/setting-row/setting-row.tsx';
import { LanguageSwitch } from '../pages/footer/language-switch.tsx';
import { PhotoSection } from '../photos/photo-section.tsx';
import { PUT_ASIDE, PutAsideButton } from '../safety/blocked-and-hidden-button.tsx';
import { AboutSection } from './about-section.tsx';
import { AccountSection } from './account-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import { HiddenWordsSection } from './hidden-words/hidden-words-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { InterestsSection } from './interests-section.tsx';
import { PausedSlot } from './paused-note-slot.tsx';
import { PlaceSection } from './place-section.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { VisibilitySection } from './visibility-section.tsx';
import './profile.css';

/** Below the fold, and only for who wants to change how they get in or to leave. */
const accountSections = createPart(() => import('../account/account-sections.tsx'));
const sessionSections = createPart(() => import('../session/session-sections.tsx'));

async function countUnsent(member: string): Promise<number> {
  try {
    const { memberChat } = await import('../chat/engine/member-chat.ts');
    return (await memberChat(member).outbox.unsent()).length;
  } catch {
    return 0;
  }
}

function Language() {
  const { t } = useTranslation('profile');
  return <LanguageSwitch label={t('language')} failed={t('language_failed')} />;
}

/** Letters that were sent before their settings moved lead to #mails. */
function Notifications() {
  const { t } = useTranslation('profile');
  const action = (
    <ButtonLink tone="soft" small to="/notifications#settings">
      {t('notifications_choose')}
    </ButtonLink>
  );
  return <AccountRow id="mails" title={t('notifications')} state={t('notifications_state')} action={action} />;
}

/** What is paid with, and what is paid for. */
function Paid({ user: { credits, premium_until: until } }: { user: User }) {
  const { t } = useTranslation('profile');
  const isRunning = until !== null && Date.parse(until) > Date.now();
  const toCredits = (
    <ButtonLink tone="soft" small to="/credits">
      {t('credits_open')}
      <span className="vh"> {t('credits')}</span>
    </ButtonLink>
  );
  const toPremium = (
    <ButtonLink tone="soft" small to="/premium">
      {isRunning ? t('premium_open') : t('premium_look')}
      <span className="vh"> {t('premium')}</span>
    </ButtonLink>
  );
  return (
    <>
      <AccountRow
        id="credits"
        title={t('credits')}
        state={t('credits_state', { count: credits, n: formatNumber(credits) })}
        action={toCredits}
      />
      <AccountRow
        id="premium"
        title={t('premium')}
        state={isRunning ? t('premium_until', { date: formatDate(until) }) : t('premium_none')}
        action={toPremium}
      />
    </>
  );
}

function PutAside() {
  const { t } = useTranslation('profile');
  return <AccountRow id={PUT_ASIDE} title={t('put_aside')} state={t('put_aside_state')} action={<PutAsideButton />} />;
}

function Install() {
  const { state } = useInstall();
  const parts = usePart(installParts, state !== 'none');
  return parts && <parts.InstallEntry>{(entry) => <AccountRow id="install" {...entry} />}</parts.InstallEntry>;
}

function Account({ user }: { user: User }) {
  const count = () => countUnsent(user.id);
  const account = usePart(accountSections, true);
  const session = usePart(sessionSections, true);
  return (
    <AccountSection
      access={
        account &&
        session && (
          <account.AccessSections user={user}>
            <session.SessionSections user={user} />
          </account.AccessSections>
        )
      }
      language={<Language />}
      paid={<Paid user={user} />}
      notifications={<Notifications />}
      putAside={<PutAside />}
      install={<Install />}
      kept={account && <account.KeptSections countUnsent={count} />}
      countUnsent={count}
    />
  );
}

export function Screen() {
  const user = useUser();
  const fields = useProfileFields();
  useNamedSection();
  if (!user) return null;
  return (
    <div className="own">
      <ProfileHead user={user} />
      <div className="own-columns">
        <div className="own-column">
          <PausedSlot />
          <ProgressPanel user={user} />
          <Suspense fallback={<div className="own-section skel own-photos-coming" />}>
            <PhotoSection user={user} />
          </Suspense>
          <AboutSection user={user} />
          <InterestsSection user={user} />
          <FieldsSection user={user} catalogue={fields} />
        </div>
        <div className="own-column">
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
