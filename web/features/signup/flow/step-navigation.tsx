import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { IconButton } from '../../../ui/button.tsx';
import { StepDots } from '../../../ui/step-dots.tsx';
import { STEPS, type Step, stepNumber } from './signup-progress.ts';

/** The back button, which takes the place of the logo. */
export function StepBack({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('signup');
  return <IconButton className="step-back" name="arrow-left" label={t('back')} onClick={onBack} />;
}

/** The progress, where the template shows it, and a link to the login if `logInPath` is given. */
export function StepTop({ step, logInPath }: { step: Step; logInPath: string | null }) {
  const { t } = useTranslation('signup');
  const hasDots = useFeatureFlag('signup', 'dots');
  const position = stepNumber(step);
  const label = t('step_of', { step: position + 1, steps: STEPS.length });
  return (
    <>
      {hasDots ? <StepDots step={position} steps={STEPS.length} label={label} /> : <span className="flex-grow" />}
      {logInPath && (
        <Link className="link top-bar-link" to={logInPath}>
          {t('log_in')}
        </Link>
      )}
    </>
  );
}
