import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Calls when a link has just asked for this section; coming back to the page asks for nothing. */
export function useAsked(section: string, onAsked: () => void): void {
  const { hash, key } = useLocation();
  const way = useNavigationType();
  const answer = useEffectEvent(onAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    if (way !== 'POP' && hash === `#${section}`) answer();
  }, [way, hash, section, key]);
}

/** Brings the section that the address names into view, once the screen is there. */
export function useNamedSection(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}
