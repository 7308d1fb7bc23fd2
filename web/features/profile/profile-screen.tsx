import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { useUser } from '../../session/user.ts';
import { showToast } from '../../ui/toast.tsx';
import { ResendMail } from '../account/resend-mail.tsx';
import { LanguageSwitch } from '../pages/language-switch.tsx';
import { PhotoSection } from '../photos/photo-section.tsx';
import { AboutSection } from './about-section.tsx';
import { AccountSection } from './account-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { InterestsSection } from './interests-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { useNamedSection } from './use-asked.ts';
import './profile.css';

async function countUnsent(member: string): Promise<number> {
  try {
    const { memberChat } = await import('../chat/member-chat.ts');
    return await memberChat(member).outbox.count();
  } catch {
    return 0;
  }
}

export function Screen() {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const user = useUser();
  useNamedSection();
  if (!user) return null;
  const language = (
    <LanguageSwitch
      label={t('language')}
      onError={(error) => showToast({ tone: 'warning', title: t('language_failed'), text: sentence(error) })}
    />
  );
  const resend = (
    <Suspense>
      <ResendMail email={user.email} />
    </Suspense>
  );
  return (
    <div className="own">
      <ProfileHead user={user} />
      <div className="own-columns">
        <div className="own-column">
          <ProgressPanel user={user} />
          <Suspense fallback={<div className="own-section skel own-photos-coming" />}>
            <PhotoSection user={user} />
          </Suspense>
          <AboutSection user={user} />
          <InterestsSection user={user} />
        </div>
        <div className="own-column">
          <IdentitySection user={user} />
          <PlaceSection user={user} />
        </div>
        <AccountSection user={user} language={language} resend={resend} countUnsent={() => countUnsent(user.id)} />
      </div>
    </div>
  );
}
