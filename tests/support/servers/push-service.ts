import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DAY } from '#contract/durations';
import { PushPayload } from '#contract/notifications/push-payload';
import { makeVapidKeys } from '../../../scripts/lib/product/vapid-keys.ts';
import { listen, type RunningServer } from './listen.ts';

const { publicKey, privateKey } = makeVapidKeys();
/** The keys with which the test site signs its pushes, as variables of the Worker. */
export const TEST_VAPID = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'mailto:push@vonk.example' };

/** A push that the service received, decrypted by the browser it is for. */
export interface ReceivedPush {
  readonly note: PushPayload;
  readonly headers: IncomingHttpHeaders;
  /** The length of the encrypted body in bytes, which a push service sees. */
  readonly length: number;
}

/** The answer of the service to a push; null: no answer. */
type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null;

/** A subscribed browser and its pushes. */
export interface PushBrowser {
  readonly subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  /** Every accepted push, in order. */
  readonly received: ReceivedPush[];
  /** The number of requests to its endpoint, refused ones included. */
  readonly posts: number;
  /** The answer to the next pushes; a promise delays it until it resolves. */
  answer: Answer | Promise<Answer>;
}

export interface PushService extends RunningServer {
  /** The endpoint of every request, unknown ones included. */
  readonly requestedEndpoints: string[];
  /** Subscribes a new browser, with an endpoint at this host of a push service. */
  aBrowser(host?: string): PushBrowser;
}

const TAG_BYTES = 16;
const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
const infoOf = (name: string, ...more: Uint8Array[]) => Buffer.concat([Buffer.from(`${name}\0`), ...more]);

/** Decrypts a push of one record (RFC 8291, RFC 8188). Throws if it has several records or the wrong end. */
function decryptPush(body: Buffer, receiverKey: ECDH, secret: Buffer): string {
  const keyEnd = 21 + (body[20] ?? 0);
  const [salt, senderKey, ciphertext] = [body.subarray(0, 16), body.subarray(21, keyEnd), body.subarray(keyEnd)];
  if (body.readUInt32BE(16) < ciphertext.length) throw new Error('more than one record');
  const input = hkdf(receiverKey.computeSecret(senderKey), secret, infoOf('WebPush: info', receiverKey.getPublicKey(), senderKey), 32);
  const key = hkdf(input, salt, infoOf('Content-Encoding: aes128gcm'), 16);
  const nonce = hkdf(input, salt, infoOf('Content-Encoding: nonce'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const plain = Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = plain.findLastIndex((octet) => octet !== 0);
  if (plain[end] !== 2) throw new Error('the record does not end as the last one');
  return plain.subarray(0, end).toString();
}

const jsonIn = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** What is wrong with the signature of a push (RFC 8292), or null if it is valid. `wanted` is the public key of the subscription. */
export function vapidFault(authorization: string, endpoint: string, wanted: string): string | null {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([^.]+)\.([^.]+)\.([^.,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== wanted) return 'another key';
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const signed = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), signed, Buffer.from(signature, 'base64url'))) return 'not signed by it';
  const { aud, exp, sub } = jsonIn(claims);
  const lasts = Number(exp) * 1000 - Date.now();
  if (jsonIn(header).alg !== 'ES256' || aud !== new URL(endpoint).origin || sub !== TEST_VAPID.VAPID_SUBJECT) return 'other claims';
  return lasts > 0 && lasts <= DAY ? null : 'too long or over';
}

interface SubscribedBrowser extends PushBrowser {
  posts: number;
  readonly open: (body: Buffer) => string;
}

function newBrowser(host: string): SubscribedBrowser {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys().toString('base64url');
  const secret = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://${host}/send/${randomBytes(32).toString('base64url')}`,
      keys: { p256dh, auth: secret.toString('base64url') },
    },
    received: [],
    posts: 0,
    answer: { status: 201 },
    open: (body) => decryptPush(body, own, secret),
  };
}

/** The subscription of a browser at a push service that does not exist. */
export const aSubscription = (host = 'fcm.googleapis.com') => newBrowser(host).subscription;

/** Receives a push as a service does: refuses a wrong signature with 403 and wrong headers with 400. Throws if it cannot be decrypted. */
async function receivePush(browser: SubscribedBrowser, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> {
  browser.posts += 1;
  const answer = await browser.answer;
  if (answer === null || answer.status >= 300) return answer;
  const fault = vapidFault(String(headers.authorization), browser.subscription.endpoint, TEST_VAPID.VAPID_PUBLIC_KEY);
  if (fault !== null || headers['content-encoding'] !== 'aes128gcm' || !headers.ttl) return { status: fault === null ? 400 : 403 };
  browser.received.push({
    note: v.parse(v.strictObject(PushPayload.entries), JSON.parse(browser.open(body))),
    headers,
    length: body.length,
  });
  return answer;
}

/** Starts a server that imitates the push services of all browsers. Pass `url` to a Worker as `outbound`. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, SubscribedBrowser>();
  const asked: string[] = [];
  const respond = (response: ServerResponse, answer: Answer) => answer && response.writeHead(answer.status, answer.headers).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const endpoint = String(request.headers['x-outbound-url']);
    asked.push(endpoint);
    const browser = browsers.get(endpoint);
    respond(response, browser ? await receivePush(browser, request.headers, Buffer.concat(chunks)) : { status: 404 });
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    requestedEndpoints: asked,
    aBrowser: (host = 'fcm.googleapis.com') => {
      const browser = newBrowser(host);
      browsers.set(browser.subscription.endpoint, browser);
      return browser;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
