/** Whether this page was reached from another page of the site: React Router numbers the entries of the history by `idx`. */
export function hasPreviousPage(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0;
}
