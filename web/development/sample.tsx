import { type ReactNode, useLayoutEffect, useRef } from 'react';

const LANDMARKS = 'nav[aria-label], aside[aria-label]';

interface SampleProps {
  /** Where other groups have samples of the same names. */
  group?: string | undefined;
  name: string;
  state?: string;
  children: ReactNode;
}

/** One state of a part. A page has its landmarks once, this one as often as it has samples: each is called after its own. */
export function Sample({ group, name, state, children }: SampleProps) {
  const box = useRef<HTMLElement>(null);
  const own = group ? ` (${group}: ${name})` : ` (${name})`;
  useLayoutEffect(() => {
    for (const landmark of box.current?.querySelectorAll(LANDMARKS) ?? []) {
      const label = landmark.getAttribute('aria-label') ?? '';
      if (!label.endsWith(own)) landmark.setAttribute('aria-label', label + own);
    }
  });
  return (
    <figure className="dev-sample" ref={box} data-state={state}>
      <figcaption className="small soft">{name}</figcaption>
      {children}
    </figure>
  );
}
