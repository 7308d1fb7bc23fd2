import { createStore, useStore } from '../../platform/store.ts';

const blockedOnPage = createStore<ReadonlyMap<string, boolean>>(new Map());

/** Records that this page has blocked or unblocked a member. */
export const recordBlocked = (id: string, isBlocked: boolean): void => blockedOnPage.set(new Map(blockedOnPage.get()).set(id, isBlocked));

/** Whether this page has blocked a member; undefined if it has neither blocked nor unblocked them. */
export const useBlockedOnPage = (id: string | undefined): boolean | undefined => useStore(blockedOnPage).get(id ?? '');
