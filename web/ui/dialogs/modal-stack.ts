import { createStore } from '../../platform/store.ts';

/** The open modal dialogs, the topmost last. What floats above them must be drawn inside the last one, else it is inert. */
export const openModals = createStore<readonly HTMLDialogElement[]>([]);

export function pushModal(dialog: HTMLDialogElement): () => void {
  openModals.set([...openModals.get(), dialog]);
  return () => openModals.set(openModals.get().filter((open) => open !== dialog));
}
