import { memo, use, useInsertionEffect } from 'react';
import type { PageName } from '#contract/pages/page-routes';
import type { Vital } from '#contract/vitals';
import { Guard } from './guard.tsx';
import { showApp } from './prerender/prerendered-shell.ts';
import { loadedScreen, loadScreen } from './routes/routes.tsx';

const FIRST_TAP: Vital = 'first_tap';

function LoadedScreen({ name }: { name: PageName }) {
  // An insertion effect, so that the app has replaced the shell before any other effect measures or scrolls.
  useInsertionEffect(() => {
    showApp();
    // From the first screen on the app answers presses.
    if (performance.getEntriesByName(FIRST_TAP).length === 0) performance.mark(FIRST_TAP, { detail: name });
  }, [name]);
  // No hook may follow: `use` is not called in a retry of the first render in which the screen has loaded, and a later hook would throw.
  const { Screen } = loadedScreen(name) ?? use(loadScreen(name));
  return <Screen />;
}

/**
 * The screen of a page, for those who may open it. Suspends until its code has been loaded. Rendered again only for another page, or when a
 * part of it asks for that.
 */
export const GuardedScreen = memo(function GuardedScreen({ page }: { page: PageName }) {
  return (
    <Guard name={page}>
      <LoadedScreen name={page} />
    </Guard>
  );
});
