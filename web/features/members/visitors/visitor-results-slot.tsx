import { useEffect, useRef, useState } from 'react';
import { useVisitorSearch } from '../../../session/visitor-search.ts';
import { createPart, usePart } from '../../../ui/lazy-module.ts';
import type { VisitorResultsProps } from './visitor-results.tsx';

/** Code, texts and results are loaded once the place for them is this close to the screen. */
const AHEAD = '400px';

const results = createPart(() => import('./visitor-results.tsx'), 'visitor-results', 'cards');

function Results(props: VisitorResultsProps) {
  const resultsModule = usePart(results, true);
  return resultsModule && <resultsModule.VisitorResults {...props} />;
}

function WhenNear(props: VisitorResultsProps) {
  const marker = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = marker.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: AHEAD,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return <div ref={marker}>{isNear && <Results {...props} />}</div>;
}

/** Search results for visitors who may search; nothing for anybody else. Nothing is loaded before their place is close to the screen. */
export function VisitorResultsSlot(props: VisitorResultsProps) {
  return useVisitorSearch() ? <WhenNear {...props} /> : null;
}
