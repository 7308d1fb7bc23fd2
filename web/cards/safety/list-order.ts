/** The index at which an id is to be inserted into `shown`, according to an earlier order of the whole list. */
export function insertionIndex(shown: readonly string[], id: string, order: readonly string[]): number {
  const index = order.indexOf(id);
  const after = new Set(order.slice(index + 1));
  const next = shown.findIndex((shownId) => after.has(shownId));
  if (next >= 0) return next;
  const before = new Set(order.slice(0, Math.max(0, index)));
  return shown.findLastIndex((shownId) => before.has(shownId)) + 1;
}

/** The ids that a list shows now, with the ids of `known` that were removed earlier inserted at their places. */
export function orderWithRemoved(known: readonly string[], shown: readonly string[]): readonly string[] {
  const order = [...shown];
  for (const id of known) if (!order.includes(id)) order.splice(insertionIndex(order, id, known), 0, id);
  return order;
}
