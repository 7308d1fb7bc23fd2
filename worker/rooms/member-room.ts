import { DurableObject } from 'cloudflare:workers';
import type { RoomAnswer, RoomPost } from '#contract/realtime';
import { openDatabase } from '#db/client';
import { HostedRoom, type HostSocket, type RoomHost } from '#room/hosted-room';
import type { ConnectionState } from '#room/state';
import { type Env, parseEnv } from '../config/env.ts';
import { recordPresence } from '../domain/presence.ts';
import { roomSecretOf } from './room-secret.ts';

/** A socket of the runtime as the room sees it. Its state is kept with it while the room hibernates. */
const roomSocket = (socket: WebSocket): HostSocket => ({
  get readyState() {
    return socket.readyState;
  },
  get state(): ConnectionState | null {
    return socket.deserializeAttachment();
  },
  setState: (state) => socket.serializeAttachment(state),
  send: (text) => socket.send(text),
  close: (code, reason) => socket.close(code, reason),
});

/** What a Durable Object of the Worker gives a room: its alarms reach other rooms, and the database is at hand. */
const hostOf = (ctx: DurableObjectState, env: Env): RoomHost => ({
  storage: ctx.storage,
  secret: () => roomSecretOf(env),
  sockets: () => ctx.getWebSockets().map(roomSocket),
  canAlarmPost: true,
  postToRoom: async (room, post) => void (await env.MEMBER_ROOM.getByName(room).post(post)),
  reportPresence: (_, note) => recordPresence(openDatabase(env.DB_URL, env.DB_TOKEN), note),
});

/**
 * One member's room as a Durable Object of the Worker. Only the Worker reaches it: sockets by way of worker/http/connect-to-room.ts, posts by
 * calls (docs/decisions/0087-run-rooms-in-the-worker-or-at-partykit.md).
 */
export class MemberRoom extends DurableObject<object> {
  readonly #room: HostedRoom;

  constructor(ctx: DurableObjectState, raw: object) {
    super(ctx, raw);
    this.#room = new HostedRoom(hostOf(ctx, parseEnv(raw)));
    void ctx.blockConcurrencyWhile(() => this.#room.load());
  }

  /** Connects a socket. The room closes it again if it does not admit it. */
  override async fetch(request: Request): Promise<Response> {
    const { 0: page, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    await this.#room.handleConnect(roomSocket(socket), request);
    return new Response(null, { status: 101, webSocket: page });
  }

  /** Takes a post of the Worker or of another room. */
  async post(post: RoomPost): Promise<RoomAnswer> {
    return this.#room.handlePost(post);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    return this.#room.handleMessage(roomSocket(socket), message);
  }

  override webSocketClose(socket: WebSocket): void {
    const { state } = roomSocket(socket);
    socket.close();
    this.#room.handleClose({ state });
  }

  override webSocketError(socket: WebSocket): void {
    this.#room.handleClose(roomSocket(socket));
  }

  override alarm(): Promise<void> {
    return this.#room.handleAlarm();
  }
}
