import { useTranslation } from 'react-i18next';
import { StepDots as Dots } from '../../ui/step-dots.tsx';

export function StepDots({ step, steps }: { step: number; steps: number }) {
  const { t } = useTranslation('signup');
  return <Dots step={step} steps={steps} label={t('step_of', { step: step + 1, steps })} />;
}
