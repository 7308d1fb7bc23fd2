import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/primitives';
import { currentLocale } from '../../i18n/i18n.ts';
import { useKeptText } from '../../session/kept-text.ts';
import { safePath } from '../../session/next-path.ts';
import { useSettings } from '../../session/settings.ts';
import { useSwitch } from '../../session/switches.ts';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ResendMail } from '../account/resend-mail.tsx';
import ewa from '../pages/portraits/ewa.webp';
import marit from '../pages/portraits/marit.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { AccountForm } from './account-form.tsx';
import { CheckMail } from './check-mail.tsx';
import { StepDots } from './step-dots.tsx';
import { useAccountForm } from './use-account-form.ts';
import './signup.css';

const STEPS = ['account', 'mail'] as const;

function Progress({ step, logInPath }: { step: (typeof STEPS)[number]; logInPath?: string }) {
  const { t } = useTranslation('signup');
  const hasDots = useSwitch('signup', 'dots');
  return (
    <>
      {hasDots ? <StepDots step={STEPS.indexOf(step)} steps={STEPS.length} /> : <span className="grow" />}
      {logInPath && (
        <Link className="link top-link" to={logInPath}>
          {t('log_in')}
        </Link>
      )}
    </>
  );
}

function Closed({ logInPath }: { logInPath: string }) {
  const { t } = useTranslation('signup');
  const { name } = useSettings();
  return (
    <SplitFrame portrait={marit} quote={t('quote')}>
      <h1 className="d d40">{t('closed_title')}</h1>
      <p className="soft">{t('closed_text', { site: name })}</p>
      <div className="split-foot">
        <ButtonLink to={logInPath} wide>
          {t('log_in')}
        </ButtonLink>
      </div>
    </SplitFrame>
  );
}

function FictionalWarning() {
  const { t } = useTranslation('signup');
  const { name } = useSettings();
  return (
    <p className="note">
      <Icon name="info" />
      <span>{t('fictional_warning', { site: name })}</span>
    </p>
  );
}

function AccountStep({ member, logInPath }: { member: string | null; logInPath: string }) {
  const { t } = useTranslation('signup');
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { geoip_country: country } = useSettings();
  const [email, setEmail] = useKeptText('signup-email');
  const [name, setName] = useKeptText('signup-name');
  const origin = { search, path: pathname, referrer: document.referrer, language: currentLocale(), country, member };
  const form = useAccountForm({ email, setEmail, name, setName }, origin);
  return (
    <SplitFrame portrait={marit} quote={t('quote')} top={<Progress step="account" logInPath={logInPath} />}>
      <div>
        <h1 className="d d40">{t('title')}</h1>
        <p className="soft split-lead">{t('lead')}</p>
      </div>
      {member && <FictionalWarning />}
      <AccountForm form={form} logInPath={logInPath} />
    </SplitFrame>
  );
}

export function Screen() {
  const { t } = useTranslation('signup');
  const [search] = useSearchParams();
  const user = useUser();
  const { signups } = useSettings();
  const member = v.is(Id, search.get('member')) ? search.get('member') : null;
  const next = safePath(search.get('next')) ?? (member ? `/members/${member}` : '/members');
  const logInPath = `/login?${new URLSearchParams({ ...Object.fromEntries(search), next })}`;

  if (user) {
    return (
      <SplitFrame portrait={ewa} quote={t('quote_waiting')} top={<Progress step="mail" />}>
        <CheckMail
          user={user}
          next={next}
          resend={
            <Suspense>
              <ResendMail email={user.email} isJustSent wide />
            </Suspense>
          }
        />
      </SplitFrame>
    );
  }
  const isOpen = signups === 'all' || (signups === 'with_trafficsource' && search.has('network'));
  return isOpen ? <AccountStep member={member} logInPath={logInPath} /> : <Closed logInPath={logInPath} />;
}
