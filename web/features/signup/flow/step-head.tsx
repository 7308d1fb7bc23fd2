import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSwitch } from '../../../session/feature-flags.ts';
import { IconButton } from '../../../ui/button.tsx';
import { StepDots } from './signup-step-dots.tsx';
import type { Step } from './steps.ts';

/** The way back, in place of the mark. */
export function StepBack({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('signup');
  return <IconButton className="step-back" name="arrow-left" label={t('back')} onClick={onBack} />;
}

/** How far one is, where the template shows it; a visitor may also log in instead. */
export function StepTop({ step, logInPath }: { step: Step; logInPath: string | null }) {
  const { t } = useTranslation('signup');
  const hasDots = useSwitch('signup', 'dots');
  return (
    <>
      {hasDots ? <StepDots step={step} /> : <span className="grow" />}
      {logInPath && (
        <Link className="link top-link" to={logInPath}>
          {t('log_in')}
        </Link>
      )}
    </>
  );
}
