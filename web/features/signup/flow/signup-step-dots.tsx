import { useTranslation } from 'react-i18next';
import { StepDots as Dots } from '../../../ui/step-dots.tsx';
import { STEPS, type Step } from './steps.ts';

/** How far one is: a bar a step. */
export function StepDots({ step }: { step: Step }) {
  const { t } = useTranslation('signup');
  return <Dots step={step} steps={STEPS.length} label={t('step_of', { step: step + 1, steps: STEPS.length })} />;
}
