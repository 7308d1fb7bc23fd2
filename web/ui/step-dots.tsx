/** Progress through a few steps, of which `step` is the present one, counted from 0. `label` is the text for screen readers. */
export function StepDots({ step, steps, label }: { step: number; steps: number; label: string }) {
  const numbers = Array.from({ length: steps }, (_, i) => i);
  const classOf = (i: number) => (i < step ? 'done' : i === step ? 'current' : undefined);
  return (
    <div className="step-dots" role="progressbar" aria-valuemin={1} aria-valuemax={steps} aria-valuenow={step + 1} aria-label={label}>
      {numbers.map((i) => (
        <i key={i} className={classOf(i)} />
      ))}
    </div>
  );
}
