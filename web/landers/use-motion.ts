import { useEffect, useState } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const START_AFTER_MS = 1200;

/** Whether the browser asks for reduced data (Network Information API, which not all browsers have). */
const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Whether the picture of a landing page moves, and a function that stops or starts it. It starts by itself 1.2 seconds after mounting,
 * unless the reader asks for reduced motion or reduced data.
 */
export function useMotion(): readonly [isMoving: boolean, setMoving: (isMoving: boolean) => void] {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (matchMedia(REDUCED_MOTION).matches || savesData()) return;
    const timer = setTimeout(() => setMoving(true), START_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return [isMoving, setMoving];
}
