import { Activity, memo, Suspense, use, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { UNSAFE_LocationContext as LocationContext } from 'react-router';
import { isFramed, type PageName } from '#contract/pages/page-routes';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { ErrorScreen } from './errors/error-screen.tsx';
import { GuardedScreen } from './guarded-screen.tsx';
import { contentOfApp } from './prerender/prerendered-shell.ts';
import { ScreenLoading } from './shell/screen-loading.tsx';

/**
 * The lists from which members' pages are opened. Their screens are kept when they are left, so that going back does not render every card
 * again (docs/decisions/0078-keep-lists-of-members-alive.md). All other screens share one slot and end when they are left.
 */
const SLOT_OF: Partial<Record<PageName, Slot>> = { members: 'members', search: 'members', likes: 'likes', 'likes-type': 'likes' };
const SLOTS = ['members', 'likes', 'other'] as const;
type Slot = (typeof SLOTS)[number];

const useLocationContext = () => use(LocationContext);

/** A page at one entry of the history; null for an address without a page. */
interface View {
  readonly page: PageName | null;
  readonly location: ReturnType<typeof useLocationContext>;
}

/** Whether two views show the same history entry. Going back to one makes another object of it, with which every link would render again. */
const isSameEntry = (a: View, b: View): boolean =>
  a.page === b.page && JSON.stringify(a.location.location) === JSON.stringify(b.location.location);

/** An element without a box of its own, in which one slot is rendered. */
function createOutlet(): HTMLElement {
  const outlet = document.createElement('div');
  outlet.className = 'screen-outlet';
  return outlet;
}

/** Puts the outlet into the page while it is shown. Rendered before its content, whose effects may measure. */
function OutletPlace({ outlet, isShown, isInFrame }: { outlet: HTMLElement; isShown: boolean; isInFrame: boolean }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: #content is another element with and without the frame
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    contentOfApp()?.append(outlet);
    return () => outlet.remove();
  }, [outlet, isShown, isInFrame]);
  return null;
}

interface ScreenSlotProps {
  view: View | undefined;
  isShown: boolean;
  isInFrame: boolean;
}

/**
 * One screen. While it is not shown it is outside the document, without effects, at the address at which it was left. It suspends outside
 * of what is hidden, so that the screen before it stays until its code has been loaded.
 */
const ScreenSlot = memo(function ScreenSlot({ view, isShown, isInFrame }: ScreenSlotProps) {
  const [outlet] = useState(createOutlet);
  return (
    <>
      <OutletPlace outlet={outlet} isShown={isShown} isInFrame={isInFrame} />
      {createPortal(
        <Suspense fallback={<ScreenLoading />}>
          <Activity mode={isShown ? 'visible' : 'hidden'}>
            {view && (
              <LocationContext value={view.location}>
                <ErrorBoundary resetKey={view.location.location.pathname} fallback={<ErrorScreen status={500} />}>
                  {view.page ? <GuardedScreen page={view.page} /> : <ErrorScreen status={404} />}
                </ErrorBoundary>
              </LocationContext>
            )}
          </Activity>
        </Suspense>,
        outlet,
      )}
    </>
  );
});

/** The screen of the present page, and out of sight those that are kept. */
export function KeepAliveScreens({ page }: { page: PageName | null }) {
  const location = useLocationContext();
  const slot = (page && SLOT_OF[page]) ?? 'other';
  const [views, setViews] = useState<Partial<Record<Slot, View>>>({});
  const current = { page, location };
  const last = views[slot];
  const view = last && isSameEntry(last, current) ? last : current;
  if (view !== last) setViews({ ...views, [slot]: view });
  return SLOTS.map((name) => (
    <ScreenSlot
      key={name}
      view={name === slot ? view : name === 'other' ? undefined : views[name]}
      isShown={name === slot}
      isInFrame={page === null || isFramed(page)}
    />
  ));
}
