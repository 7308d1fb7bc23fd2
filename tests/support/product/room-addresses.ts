/** Where the rooms of tests are reached: `<address>/<room>` for sockets of pages, and for posts of the Worker. */
export interface RoomAddresses {
  readonly sockets: string;
  readonly posts: string;
}

/** The rooms at PartyKit on a host, which take posts at the addresses of their sockets. */
export const partyKitRooms = (host: string): RoomAddresses => ({
  sockets: `ws://${host}/parties/main`,
  posts: `http://${host}/parties/main`,
});

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the rooms at PartyKit that all test files share. They do not disturb each other: every member has a room of their own. */
    roomsHost: string;
    /** The rooms that this project of tests is about. */
    roomAddresses: RoomAddresses;
  }
}
