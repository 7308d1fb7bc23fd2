import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Calls `onAsked` when a link to this section was followed. Going back or forward in the history does not count. */
export function useOnSectionLink(section: string, onAsked: () => void): void {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  const callback = useEffectEvent(onAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    if (navigationType !== 'POP' && hash === `#${section}`) callback();
  }, [navigationType, hash, section, key]);
}

/** Scrolls to the element that the hash of the address names, when the component is mounted and after each navigation. */
export function useScrollToHash(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}
