/** A room's storage and alarm in memory. `clearAlarm` is what a host does before it calls the room. */
export function aStorage() {
  const rows = new Map<string, unknown>();
  let alarm: number | null = null;
  return {
    rows,
    alarm: () => alarm,
    clearAlarm: () => {
      alarm = null;
    },
    // Sound: each key holds values of one type.
    get: async <T>(key: string) => rows.get(key) as T | undefined,
    put: async (key: string, value: unknown) => void rows.set(key, structuredClone(value)),
    delete: async (key: string) => rows.delete(key),
    deleteAll: async () => rows.clear(),
    list: async <T>({ prefix, start }: { readonly prefix: string; readonly start: string }) =>
      new Map([...rows].filter(([key]) => key.startsWith(prefix) && key >= start).toSorted(([a], [b]) => (a < b ? -1 : 1))) as Map<
        string,
        T
      >,
    getAlarm: async () => alarm,
    setAlarm: async (at: number) => {
      alarm = at;
    },
  };
}
