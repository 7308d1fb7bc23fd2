import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { listen, type Started } from '../../support/servers/listen.ts';
import { vapidFault } from '../../support/servers/push-service.ts';
import { acceptWebSockets, type ServerSocket } from './web-socket-server.ts';

/** What Firefox reports of a push, by its code: an acknowledgement, or what failed in the service worker that it was delivered to. */
const REPORTS = {
  100: 'delivered',
  101: 'not decrypted',
  102: 'not delivered',
  301: 'uncaught exception',
  302: 'unhandled rejection',
  303: 'internal error',
} as const;
type Report = (typeof REPORTS)[keyof typeof REPORTS];

export interface Autopush extends Started {
  /** Where Firefox connects to: its preference `dom.push.serverURL`. */
  readonly socketUrl: string;
  /** How many subscriptions browsers hold here. */
  readonly subscriptions: number;
  /** What was answered to each push, in order. */
  readonly answers: readonly number[];
  /** What became of each push that was passed on. */
  readonly reports: readonly Report[];
}

interface Channel {
  readonly id: string;
  readonly socket: ServerSocket;
  /** The public key of the only site that may push here. */
  readonly key: string;
}

const PROTOCOL = 'push-notification';
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/';
/** So long a push may be. */
const MOST_OCTETS = 4096;

/** The messages of Firefox. */
const Said = v.variant('messageType', [
  v.object({ messageType: v.literal('hello'), use_webpush: v.literal(true), uaid: v.optional(v.string()) }),
  v.object({ messageType: v.literal('register'), channelID: v.string(), key: v.string() }),
  v.object({ messageType: v.literal('unregister'), channelID: v.string() }),
  v.object({
    messageType: v.literal('ack'),
    updates: v.array(v.object({ channelID: v.string(), code: v.picklist([100, 101, 102]) })),
  }),
  v.object({ messageType: v.literal('nack'), code: v.picklist([301, 302, 303]) }),
  v.object({ messageType: v.literal('broadcast_subscribe') }),
]);

/** The status that refuses a push, or null. */
function refusalOf(channel: Channel | undefined, endpoint: string, headers: IncomingHttpHeaders, body: Buffer): number | null {
  if (!channel) return 410;
  if (!headers.ttl || headers['content-encoding'] !== 'aes128gcm') return 400;
  if (body.length > MOST_OCTETS) return 413;
  return vapidFault(String(headers.authorization), endpoint, channel.key) === null ? null : 401;
}

/**
 * The push service of Firefox: browsers connect over a WebSocket, subscribe and are handed what sites post to their endpoints (RFC 8030).
 * It cannot read a push; its address is to be a Worker's `outbound`.
 */
export async function startAutopush(): Promise<Autopush> {
  const channels = new Map<string, Channel>();
  const answers: number[] = [];
  const reports: Report[] = [];

  const serve = (socket: ServerSocket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.onText((text) => {
      // An empty object asks whether the connection stands.
      if (text === '{}') return socket.send('{}');
      const said = v.parse(Said, JSON.parse(text));
      if (said.messageType === 'hello') {
        say({ messageType: 'hello', status: 200, uaid: said.uaid ?? randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
      } else if (said.messageType === 'register') {
        const { channelID, key } = said;
        const pushEndpoint = `${ENDPOINT}${randomBytes(32).toString('base64url')}`;
        // Firefox writes the key with its padding, sites without.
        channels.set(pushEndpoint, { id: channelID, socket, key: key.replace(/=+$/, '') });
        say({ messageType: 'register', status: 200, channelID, pushEndpoint });
      } else if (said.messageType === 'unregister') {
        const { channelID } = said;
        for (const [endpoint, { id }] of channels) if (id === channelID) channels.delete(endpoint);
        say({ messageType: 'unregister', status: 200, channelID });
      } else if (said.messageType === 'ack') {
        reports.push(...said.updates.map(({ code }) => REPORTS[code]));
      } else if (said.messageType === 'nack') {
        reports.push(REPORTS[said.code]);
      }
    });
  };

  const server = createServer(async (request, response) => {
    const { headers } = request;
    const body = await buffer(request);
    const endpoint = String(headers['x-outbound-url']);
    const channel = channels.get(endpoint);
    const status = refusalOf(channel, endpoint, headers, body) ?? 201;
    answers.push(status);
    const version = randomUUID();
    const created = { Location: new URL(`/m/${version}`, ENDPOINT).href, TTL: String(headers.ttl) };
    response.writeHead(status, status === 201 ? created : {}).end();
    if (status !== 201) return;
    const data = body.toString('base64url');
    channel?.socket.send(
      JSON.stringify({ messageType: 'notification', channelID: channel.id, version, data, headers: { encoding: 'aes128gcm' } }),
    );
  });
  acceptWebSockets(server, PROTOCOL, serve);
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    socketUrl: `${url.replace('http', 'ws')}/`,
    get subscriptions() {
      return channels.size;
    },
    answers,
    reports,
    stop,
  };
}
