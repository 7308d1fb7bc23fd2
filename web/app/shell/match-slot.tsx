import { ownMatch } from '../../cards/likes/own-match.ts';
import { useStore } from '../../platform/store.ts';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';

const lazyMatchSheet = createLazyModule(() => import('../../features/chat/match/match-sheet.tsx'), 'chat', 'cards');

/** Draws the sheet of a match that a like on this page has made. Its code is loaded when it is first needed. */
export function MatchSlot() {
  const profile = useStore(ownMatch);
  const sheetModule = useLazyModule(lazyMatchSheet, profile !== null);
  return profile && sheetModule ? <sheetModule.MatchSheet profile={profile} onClose={() => ownMatch.set(null)} /> : null;
}
