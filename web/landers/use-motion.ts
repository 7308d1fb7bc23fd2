import { useEffect, useState } from 'react';

const STILL = '(prefers-reduced-motion: reduce)';
const REST_MS = 1200;

/** What browsers that can save data tell of it; no standard of every browser yet. */
const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Whether a lander's picture moves: from when the page has come to rest, unless its reader wants less motion or less data, and until somebody stops it. */
export function useMotion(): readonly [isMoving: boolean, setMoving: (isMoving: boolean) => void] {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (matchMedia(STILL).matches || savesData()) return;
    const timer = setTimeout(() => setMoving(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return [isMoving, setMoving];
}
