import { DurableObject } from 'cloudflare:workers';

interface BareEnv {
  readonly MEMBER_ROOM: DurableObjectNamespace;
}

/** A minimal room in the Worker: it accepts sockets and answers pings. */
export class MemberRoom extends DurableObject<BareEnv> {
  override async fetch(): Promise<Response> {
    const { 0: page, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    return new Response(null, { status: 101, webSocket: page });
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.send('pong');
  }
}

/** wrangler.toml binds it, so that it has to be there. */
export class EventRetry extends DurableObject<BareEnv> {}

/**
 * A Worker that passes each socket to a minimal room. It is the limit with which the product is compared
 * (docs/performance.md, "P9: memory of an open room").
 */
export default {
  fetch: (request: Request, { MEMBER_ROOM }: BareEnv): Promise<Response> =>
    MEMBER_ROOM.getByName(new URL(request.url).pathname).fetch(request),
};
