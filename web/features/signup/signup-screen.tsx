import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { User } from '#contract/account';
import ewa from '../../../assets/portraits/site/ewa.webp';
import marit from '../../../assets/portraits/site/marit.webp';
import nadia from '../../../assets/portraits/site/nadia.webp';
import sofia from '../../../assets/portraits/site/sofia.webp';
import { i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { startSession, useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { SplitFrame, SplitPortrait } from '../../ui/split-frame/split-frame.tsx';
import { StepBack, StepTop } from './flow/step-navigation.tsx';
import { useStepPortrait } from './flow/step-portrait.ts';
import { useStep } from './flow/use-step.ts';
import { useStepFocus } from './flow/use-step-focus.ts';
import type { LegalPage } from './form/accept-terms.tsx';
import { AccountStep } from './form/account-step.tsx';
import { type SignUpPaths, useSignUpPaths } from './form/signup-paths.ts';
import { useSentToAddress } from './form/use-account-draft.ts';
import type { RenderPhotoEditor } from './steps/photo-step.tsx';
import { usePushOffer } from './steps/use-push-offer.ts';
import './signup.css';

const PORTRAITS = { account: marit, push: sofia, place: nadia, waiting: ewa };

const laterSteps = createLazyModule(async () => {
  const [{ LaterStep, UndisclosedSignUp }] = await Promise.all([
    import('./steps/later-steps.tsx'),
    i18n.loadNamespaces(['profile', 'account']),
  ]);
  return { LaterStep, UnseenAccount: UndisclosedSignUp };
});
const FirstPhoto = lazy(async () => ({ default: (await import('../photos/first-photo.tsx')).FirstPhoto }));
const ResendMail = lazy(async () => ({ default: (await import('../account/activation/resend-mail.tsx')).ResendMail }));
const LegalDialog = lazy(async () => ({ default: (await import('../pages/texts/legal-dialog.tsx')).LegalDialog }));
const FeaturedMemberPhoto = lazy(async () => ({ default: (await import('./featured-member/featured-member.tsx')).FeaturedMemberPhoto }));
const FeaturedMemberLine = lazy(async () => ({ default: (await import('./featured-member/featured-member.tsx')).FeaturedMemberLine }));

const photoEditor: RenderPhotoEditor = (props) => (
  <Suspense fallback={<Waiting />}>
    <FirstPhoto {...props} />
  </Suspense>
);

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className="signup-loading" role="status">
      <span className="spinner" />
      <span className="visually-hidden">{t('status.loading')}</span>
    </div>
  );
}

function Closed({ logInPath }: { logInPath: string }) {
  const { t } = useTranslation('signup');
  const { name } = useSettings();
  return (
    <SplitFrame portrait={marit} quote={t('quote_account')}>
      <div>
        <h1 className="display display-40">{t('closed_title')}</h1>
        <p className="muted split-lead">{t('closed_text', { site: name })}</p>
      </div>
      <div className="split-foot">
        <ButtonLink to={logInPath} wide>
          {t('log_in')}
        </ButtonLink>
      </div>
    </SplitFrame>
  );
}

/** The first step: the account form, the member who led here, and the dialogs with terms and privacy text. */
function Account({ ways, onMade }: { ways: SignUpPaths; onMade: (user: User | null, email: string) => void }) {
  const [legal, setLegal] = useState<LegalPage | null>(null);
  return (
    <>
      {ways.member && (
        <Suspense fallback={<div className="featured-member only-phone" />}>
          <FeaturedMemberLine id={ways.member} />
        </Suspense>
      )}
      <AccountStep paths={ways} openLegal={setLegal} onMade={onMade} />
      <Suspense>{legal && <LegalDialog page={legal} onClose={() => setLegal(null)} />}</Suspense>
    </>
  );
}

/** The eight steps. The entry of the browser's history says which one is shown. */
function SignUp({ ways }: { ways: SignUpPaths }) {
  const user = useUser();
  const { push, accept: acceptPush } = usePushOffer();
  const [sentTo, setSentTo] = useSentToAddress();
  const { step, afterAccount, done, back } = useStep({ user, push, sentTo });
  const scene = useStepPortrait(step ?? 'account', PORTRAITS);
  const laterModule = useLazyModule(laterSteps, step !== 'account');
  useStepFocus(step, step === 'account' || laterModule !== null);

  const onAccountMade = (newUser: User | null, email: string) => {
    if (!newUser) setSentTo(email);
    afterAccount(newUser !== null);
    if (newUser) startSession(newUser);
  };
  const body = (): ReactNode => {
    if (step === 'account') return <Account ways={ways} onMade={onAccountMade} />;
    if (step === null || !laterModule) return <Waiting />;
    if (!user) return <laterModule.UnseenAccount email={sentTo} logInPath={ways.logInPath} />;
    const resend = <Suspense>{<ResendMail key={user.email} email={user.email} isJustSent />}</Suspense>;
    const props = { user, step, onDone: done, acceptPush, photoEditor, resend, next: ways.nextPath };
    return <laterModule.LaterStep key={step} {...props} />;
  };
  const featuredPhoto = step === 'account' && ways.member && (
    <Suspense>
      <FeaturedMemberPhoto id={ways.member} fallback={<SplitPortrait {...scene} />} />
    </Suspense>
  );
  return (
    <SplitFrame
      {...scene}
      art={featuredPhoto || undefined}
      back={back && <StepBack onBack={back} />}
      top={<StepTop step={step ?? 'account'} logInPath={step === 'account' ? ways.logInPath : null} />}
    >
      {body()}
    </SplitFrame>
  );
}

export function Screen() {
  const user = useUser();
  const areSignupsOpen = useSignupsOpen();
  const ways = useSignUpPaths();
  return areSignupsOpen || user ? <SignUp ways={ways} /> : <Closed logInPath={ways.logInPath} />;
}
