import { useEffect, useRef } from 'react';
import type { Step } from './signup-progress.ts';

/** Scrolls to the top and focuses the heading of each new step, so that it is read out; the first step leaves the focus alone. */
export function useStepFocus(step: Step | null, isReady: boolean): void {
  const shownStep = useRef<Step | null>(null);
  useEffect(() => {
    if (step === null || !isReady) return;
    const isFirst = shownStep.current === null;
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (isFirst) return;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('.split-body h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [step, isReady]);
}
