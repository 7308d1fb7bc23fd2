import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from '../../../platform/store.ts';
import { createLazyModule } from '../../../ui/lazy-module.ts';

const lazyVirtualList = createLazyModule(() => import('./virtual-list.tsx'));
/** Up to so many messages all are drawn, so that the browser's search and selection reach them. */
const MAX_UNVIRTUALIZED = 60;

const heightOf = (element: Element) => element.getBoundingClientRect().height;

/**
 * The virtual list of a long thread, with the heights of the messages on the screen, so that nothing moves when it takes over. Returns null
 * while the thread is short or the list is not loaded.
 */
export function useVirtualList(count: number, hasOlder: boolean, content: RefObject<HTMLElement | null>) {
  const part = useStore(lazyVirtualList.loaded);
  const isLong = hasOlder || count > MAX_UNVIRTUALIZED;
  const [sizes, setSizes] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (isLong) lazyVirtualList.preload();
  }, [isLong]);
  useLayoutEffect(() => {
    if (!part || !isLong || count === 0 || sizes || !content.current) return;
    setSizes([...content.current.children].slice(0, count).map(heightOf));
  }, [part, isLong, count, sizes, content]);
  return part && sizes ? { VirtualList: part.VirtualList, sizes } : null;
}
