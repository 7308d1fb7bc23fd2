import { useEffect, useRef } from 'react';

/** A new step begins at its top, with its heading read out; the first one leaves the focus where the browser put it. */
export function useStepFocus(step: number | null, isReady: boolean): void {
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (step === null || !isReady) return;
    const isFirst = shown.current === null;
    if (shown.current === step) return;
    shown.current = step;
    if (isFirst) return;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('.split-body h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [step, isReady]);
}
