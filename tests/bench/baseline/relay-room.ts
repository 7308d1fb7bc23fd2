import type * as Party from 'partykit/server';

/** A minimal room: it sends each post to all its sockets, and answers pings. */
export default class BareRoom implements Party.Server {
  readonly options = { hibernate: true };
  readonly #party: Party.Room;

  constructor(party: Party.Room) {
    this.#party = party;
  }

  onMessage(_: unknown, connection: Party.Connection): void {
    connection.send('pong');
  }

  async onRequest(request: Party.Request): Promise<Response> {
    this.#party.broadcast(await request.text());
    return new Response('ok');
  }
}
