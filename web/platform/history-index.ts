/** Whether this page was reached from another page of the site: the router numbers its history entries by `idx`. */
export function hasPreviousPage(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0;
}
