/** Whether this page was reached from another one of ours: the router counts its entries in the history. */
export function hasPageBefore(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0;
}
