import { createStore } from '../../platform/store.ts';

/** The open modal dialogs, the topmost last. Anything that floats above them has to be inside the last one, otherwise it is inert. */
export const openModals = createStore<readonly HTMLDialogElement[]>([]);

/** Adds a dialog to the stack; the returned function removes it. */
export function pushModal(dialog: HTMLDialogElement): () => void {
  openModals.set([...openModals.get(), dialog]);
  return () => openModals.set(openModals.get().filter((open) => open !== dialog));
}
