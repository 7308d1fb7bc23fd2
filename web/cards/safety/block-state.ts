import { createStore, useStore } from '../../platform/store.ts';

const said = createStore<ReadonlyMap<string, boolean>>(new Map());

/** Records that this page has blocked or unblocked a member. */
export const sayBlocked = (id: string, isBlocked: boolean): void => said.set(new Map(said.get()).set(id, isBlocked));

/** Whether this page has blocked a member; undefined if it has neither blocked nor unblocked them. */
export const useSaidBlocked = (id: string | undefined): boolean | undefined => useStore(said).get(id ?? '');
