import { createStore, useStore } from '../../platform/store.ts';

const said = createStore<ReadonlyMap<string, boolean>>(new Map());

/** Notes that a member was blocked on this page, or no longer is. */
export const sayBlocked = (id: string, isBlocked: boolean): void => said.set(new Map(said.get()).set(id, isBlocked));

/** Whether a member is blocked, as it was last said on this page; undefined when nothing was. */
export const useSaidBlocked = (id: string | undefined): boolean | undefined => useStore(said).get(id ?? '');
