import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { listen, type RunningServer } from '../../support/servers/listen.ts';
import { vapidFault } from '../../support/servers/push-service.ts';
import { acceptWebSockets, type ServerSocket } from './web-socket-server.ts';

/** The codes with which Firefox reports on a push: an acknowledgement, or an error in the service worker. */
const REPORTS = {
  100: 'delivered',
  101: 'not decrypted',
  102: 'not delivered',
  301: 'uncaught exception',
  302: 'unhandled rejection',
  303: 'internal error',
} as const;
type Report = (typeof REPORTS)[keyof typeof REPORTS];

export interface Autopush extends RunningServer {
  /** The address for the preference `dom.push.serverURL` of Firefox. */
  readonly socketUrl: string;
  /** The number of present subscriptions. */
  readonly subscriptions: number;
  /** The status of the answer to each push, in order. */
  readonly answers: readonly number[];
  /** The report of Firefox on each push that was passed on. */
  readonly reports: readonly Report[];
}

interface Channel {
  readonly id: string;
  readonly socket: ServerSocket;
  /** The public key of the only site that may push to this channel. */
  readonly key: string;
}

const PROTOCOL = 'push-notification';
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/';
/** The largest size of a push in bytes. */
const MOST_OCTETS = 4096;

/** A message of Firefox. */
const FirefoxMessage = v.variant('messageType', [
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

/** The status with which a push is refused, or null if it is accepted. */
function refusalOf(channel: Channel | undefined, endpoint: string, headers: IncomingHttpHeaders, body: Buffer): number | null {
  if (!channel) return 410;
  if (!headers.ttl || headers['content-encoding'] !== 'aes128gcm') return 400;
  if (body.length > MOST_OCTETS) return 413;
  return vapidFault(String(headers.authorization), endpoint, channel.key) === null ? null : 401;
}

/**
 * Starts an imitation of the push service of Firefox: browsers connect over a WebSocket, subscribe, and receive what sites post to their
 * endpoints (RFC 8030). It cannot decrypt pushes. Pass `url` to a Worker as `outbound`.
 */
export async function startAutopush(): Promise<Autopush> {
  const channels = new Map<string, Channel>();
  const answers: number[] = [];
  const reports: Report[] = [];

  const serve = (socket: ServerSocket) => {
    const reply = (answer: object) => socket.send(JSON.stringify(answer));
    socket.onText((text) => {
      // An empty object is a ping.
      if (text === '{}') return socket.send('{}');
      const message = v.parse(FirefoxMessage, JSON.parse(text));
      if (message.messageType === 'hello') {
        reply({
          messageType: 'hello',
          status: 200,
          uaid: message.uaid ?? randomUUID().replaceAll('-', ''),
          use_webpush: true,
          broadcasts: {},
        });
      } else if (message.messageType === 'register') {
        const { channelID, key } = message;
        const pushEndpoint = `${ENDPOINT}${randomBytes(32).toString('base64url')}`;
        // Firefox sends the key with padding, sites without.
        channels.set(pushEndpoint, { id: channelID, socket, key: key.replace(/=+$/, '') });
        reply({ messageType: 'register', status: 200, channelID, pushEndpoint });
      } else if (message.messageType === 'unregister') {
        const { channelID } = message;
        for (const [endpoint, { id }] of channels) if (id === channelID) channels.delete(endpoint);
        reply({ messageType: 'unregister', status: 200, channelID });
      } else if (message.messageType === 'ack') {
        reports.push(...message.updates.map(({ code }) => REPORTS[code]));
      } else if (message.messageType === 'nack') {
        reports.push(REPORTS[message.code]);
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
