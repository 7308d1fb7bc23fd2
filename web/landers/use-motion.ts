import { useEffect, useState } from 'react';

const STILL = '(prefers-reduced-motion: reduce)';
const REST_MS = 1200;

/** Whether a lander's picture moves: from when the page has come to rest, unless its reader wants less motion, and until somebody stops it. */
export function useMotion(): readonly [isMoving: boolean, setMoving: (isMoving: boolean) => void] {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (matchMedia(STILL).matches) return;
    const timer = setTimeout(() => setMoving(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return [isMoving, setMoving];
}
