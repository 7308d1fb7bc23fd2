import { type ReactNode, useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Renders its children after the first frame of a page to which a link has led, so that what is above them is shown sooner; until then
 * `placeholder`. At a page load and on the way back, when they may be in view, it renders them at once.
 */
export function AfterFirstFrame({ placeholder = null, children }: { placeholder?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, useNavigationType() === 'POP') ? children : placeholder;
}
