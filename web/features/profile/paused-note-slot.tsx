import { type ComponentType, lazy, Suspense } from 'react';
import { useOwnSwitch } from '../../session/member-settings.ts';

/** A page is whole without it. */
const PausedNote = lazy<ComponentType>(() =>
  import('./paused-note.tsx').then(({ PausedNote: Note }) => ({ default: Note })).catch(() => ({ default: () => null })),
);

/** Where a paused member is told so; nothing of it is loaded for others. */
export function PausedSlot() {
  return useOwnSwitch('paused') ? (
    <Suspense fallback={null}>
      <PausedNote />
    </Suspense>
  ) : null;
}
