import { useTranslation } from 'react-i18next';

export function StepDots({ step, steps }: { step: number; steps: number }) {
  const { t } = useTranslation('signup');
  const numbers = Array.from({ length: steps }, (_, i) => i);
  const classOf = (i: number) => (i < step ? 'done' : i === step ? 'now' : undefined);
  return (
    <div
      className="dots"
      role="progressbar"
      aria-valuemin={1}
      aria-valuemax={steps}
      aria-valuenow={step + 1}
      aria-label={t('step_of', { step: step + 1, steps })}
    >
      {numbers.map((i) => (
        <i key={i} className={classOf(i)} />
      ))}
    </div>
  );
}
