import { useEffect, useRef, useState } from 'react';
import { useVisitorSearch } from '../../../session/visitor-search.ts';
import { createPart, usePart } from '../../../ui/lazy-module.ts';
import type { VisitorResultsProps } from './visitor-results.tsx';

/** Code, texts and answer are asked for while this much of the page is still to be scrolled by. */
const AHEAD = '400px';

const results = createPart(() => import('./visitor-results.tsx'), 'visitor-results', 'cards');

function Results(props: VisitorResultsProps) {
  const part = usePart(results, true);
  return part && <part.VisitorResults {...props} />;
}

function WhenNear(props: VisitorResultsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: AHEAD,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return <div ref={place}>{isNear && <Results {...props} />}</div>;
}

/** Real results for visitors, where the site lets them search; nothing for anybody else, and nothing is asked for before one comes near. */
export function VisitorResultsSlot(props: VisitorResultsProps) {
  return useVisitorSearch() ? <WhenNear {...props} /> : null;
}
