import { type ReactNode, useLayoutEffect, useRef } from 'react';

const LANDMARKS = 'nav[aria-label], aside[aria-label]';

interface SampleProps {
  /** Needed if other groups have samples of the same name. */
  group?: string | undefined;
  name: string;
  state?: string;
  children: ReactNode;
}

/** A sample of one state. Adds the sample's name to the labels of its landmarks, which would otherwise occur several times on the page. */
export function Sample({ group, name, state, children }: SampleProps) {
  const box = useRef<HTMLElement>(null);
  const suffix = group ? ` (${group}: ${name})` : ` (${name})`;
  useLayoutEffect(() => {
    for (const landmark of box.current?.querySelectorAll(LANDMARKS) ?? []) {
      const label = landmark.getAttribute('aria-label') ?? '';
      if (!label.endsWith(suffix)) landmark.setAttribute('aria-label', label + suffix);
    }
  });
  return (
    <figure className="dev-sample" ref={box} data-state={state}>
      <figcaption className="small muted">{name}</figcaption>
      {children}
    </figure>
  );
}
