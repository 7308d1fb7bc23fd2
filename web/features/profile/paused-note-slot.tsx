import { type ComponentType, lazy, Suspense } from 'react';
import { useMemberSetting } from '../../session/member-settings.ts';

/** Nothing is shown if its code cannot be loaded. */
const PausedNote = lazy<ComponentType>(() =>
  import('./paused-note.tsx').then(({ PausedNote: Note }) => ({ default: Note })).catch(() => ({ default: () => null })),
);

/** The note for a paused member. For others its code is not loaded. */
export function PausedNoteSlot() {
  return useMemberSetting('paused') ? (
    <Suspense fallback={null}>
      <PausedNote />
    </Suspense>
  ) : null;
}
