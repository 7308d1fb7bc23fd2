import { inProject } from '../../scripts/lib/paths.ts';

/** The methods of a room that PartyKit calls. PartyKit's own types do not fit those of Node. */
export interface Room {
  onStart(): Promise<void>;
  onAlarm(): Promise<void>;
  onRequest(request: Request): Promise<Response>;
  onConnect(connection: object, context: { request: Request }): Promise<void>;
  onMessage(message: string, connection: object): Promise<void>;
  onClose(connection: object): void;
}
const asRoomClass = (module: unknown) => (module as { default: new (party: object) => Room }).default;
export const MemberRoom = asRoomClass(await import(inProject('party/server.ts')));

/** A room's storage and alarm in memory. `ring` clears the alarm, as PartyKit does before it calls the room. */
export function aStorage() {
  const rows = new Map<string, unknown>();
  let alarm: number | null = null;
  return {
    rows,
    alarm: () => alarm,
    clearAlarm: () => {
      alarm = null;
    },
    get: async (key: string) => rows.get(key),
    put: async (key: string, value: unknown) => rows.set(key, structuredClone(value)),
    delete: async (key: string) => rows.delete(key),
    deleteAll: async () => rows.clear(),
    list: async ({ prefix, start }: { prefix: string; start: string }) =>
      new Map([...rows].filter(([key]) => key.startsWith(prefix) && key >= start).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    getAlarm: async () => alarm,
    setAlarm: async (at: number) => {
      alarm = at;
    },
  };
}
