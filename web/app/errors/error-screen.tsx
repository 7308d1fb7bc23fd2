import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import jonas from '../../../assets/portraits/site/jonas.webp';
import mei from '../../../assets/portraits/site/mei.webp';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/user.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import './error-screen.css';

/** Two drawn faces that look past each other. */
const TwoFaces = () => (
  <div className="error-screen-faces" aria-hidden="true">
    <img src={jonas} width={320} height={400} alt="" />
    <img src={mei} width={320} height={400} alt="" />
  </div>
);

const ErrorMembers = lazy(async () => ({ default: (await import('./error-members.tsx')).ErrorMembers }));
const ErrorSignUp = lazy(async () => ({ default: (await import('./error-signup.tsx')).ErrorSignUp }));

/** Members see other members; visitors see the sign-up form while sign-ups are open (docs/product.md, "Unknown addresses"). */
const BelowError = () => (useUser() ? <ErrorMembers /> : <ErrorSignUp />);

/** "Error", the status and the message. A page that does not exist also shows its path (docs/product.md, "Unknown addresses"). */
export function ErrorScreen({ status }: { status: 404 | 500 }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const user = useUser();
  const isMissing = status === 404;
  const text = isMissing ? (user ? 'not_found_text' : 'visitor_text') : 'broken_text';
  return (
    <>
      <section className="error-screen">
        {isMissing && <TwoFaces />}
        <p className="muted bold">
          {t('error_page.title')} {status}
        </p>
        <h1 className="display display-56">{t(isMissing ? 'error_page.not_found' : 'error_page.broken')}</h1>
        <p className="muted error-screen-text">{t(`error_page.${text}`)}</p>
        {isMissing && (
          <p className="muted error-screen-path">
            <code>{pathname}</code>
          </p>
        )}
        <div className="row error-screen-actions">
          {!isMissing && (
            <Button icon="refresh-cw" onClick={() => location.reload()}>
              {t('error_page.reload')}
            </Button>
          )}
          <ButtonLink to={user ? '/members' : '/'} tone={isMissing && user ? 'ember' : 'quiet'}>
            {t(user ? 'error_page.to_discover' : 'error_page.to_start')}
          </ButtonLink>
        </div>
      </section>
      <ErrorBoundary resetKey={pathname} fallback={null}>
        <Suspense fallback={null}>
          <BelowError />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
