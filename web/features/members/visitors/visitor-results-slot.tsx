import { useEffect, useRef, useState } from 'react';
import { useVisitorSearch } from '../../../session/visitor-search.ts';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import type { VisitorResultsProps } from './visitor-results.tsx';

/** Code, texts and results are loaded once the place for them is this close to the screen. */
const PRELOAD_MARGIN = '400px';

const lazyVisitorResults = createLazyModule(() => import('./visitor-results.tsx'), 'visitor-results', 'cards');

function Results(props: VisitorResultsProps) {
  const resultsModule = useLazyModule(lazyVisitorResults, true);
  return resultsModule && <resultsModule.VisitorResults {...props} />;
}

function WhenNear(props: VisitorResultsProps) {
  const marker = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = marker.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: PRELOAD_MARGIN,
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
