/** Where an id belongs among those shown, when the whole once stood in this order. */
export function placeIn(shown: readonly string[], id: string, order: readonly string[]): number {
  const at = order.indexOf(id);
  const behind = new Set(order.slice(at + 1));
  const next = shown.findIndex((one) => behind.has(one));
  if (next >= 0) return next;
  const ahead = new Set(order.slice(0, Math.max(0, at)));
  return shown.findLastIndex((one) => ahead.has(one)) + 1;
}

/** The order of a list as it is shown now, with those who were taken out of it earlier where they stood. */
export function lastingOrder(known: readonly string[], shown: readonly string[]): readonly string[] {
  const order = [...shown];
  for (const id of known) if (!order.includes(id)) order.splice(placeIn(order, id, known), 0, id);
  return order;
}
