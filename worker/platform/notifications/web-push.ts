import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { PushPayload } from '#contract/notifications/push-payload';
import type { PushDevice } from '#db/queries/notifications/push-subscriptions';
import type { Env } from '../../config/env.ts';
import { sha256 } from '../../lib/crypto.ts';
import { logLine } from '../../lib/log.ts';

/** How long a push service has for one push. */
const PUSH_TIMEOUT_MS = 10_000;
/** The longest topic that RFC 8030, 5.4 allows. */
const TOPIC_LENGTH = 32;

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** The VAPID keys with which this site signs pushes (RFC 8292). Returns null if they are not set; the site then sends no pushes. */
export function pushKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: Env): PushKeys | null {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || !VAPID_SUBJECT) return null;
  return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT };
}

/**
 * The outcome of sending a push. `sent`: the push service took it. `gone`: it no longer knows the browser. `refused`: it never will take
 * it. `later`: try again, not before `afterMs`. `isSilent`: the service did not answer at all.
 */
export type PushOutcome =
  | { readonly is: 'sent' | 'gone' | 'refused' }
  | { readonly is: 'later'; readonly afterMs: number; readonly isSilent: boolean };

interface PushOptions {
  readonly ttlMs: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /** Of several pushes with one tag that wait at the push service, only the last is delivered. */
  readonly isCollapsed: boolean;
}

/** A `Retry-After` header, seconds or a date (RFC 9110, 10.2.3), in milliseconds from now; 0 without one. */
function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

function outcomeOf(response: Response): PushOutcome {
  const { status, ok } = response;
  if (ok) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status !== 408 && status !== 429 && status < 500) return { is: 'refused' };
  return { is: 'later', afterMs: retryAfterMs(response.headers.get('Retry-After'), Date.now()), isSilent: false };
}

/** Logs a failure with the host of the push service. The endpoint itself is left out, because it identifies a browser. */
const warn = (endpoint: string, what: object) => logLine('warn', { at: 'push', host: new URL(endpoint).hostname, ...what });

/**
 * The topic of a push. It is a digest of member and tag, because push services can read it and must not learn of which conversation it is.
 */
const topicOf = async ({ member, tag }: PushPayload) => (await sha256(`${member} ${tag}`)).slice(0, TOPIC_LENGTH);

const requestOf = async (
  keys: PushKeys,
  { endpoint, p256dh, auth }: PushDevice,
  note: PushPayload,
  sending: PushOptions,
): Promise<RequestInit> => {
  const { ttlMs, urgency, isCollapsed } = sending;
  const options = { ttl: Math.floor(ttlMs / 1000), urgency, ...(isCollapsed ? { topic: await topicOf(note) } : {}) };
  const { method, headers, body } = await buildPushPayload(
    { data: JSON.stringify(note), options },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    keys,
  );
  return { method: method.toUpperCase(), headers, body };
};

/** Encrypts a push for one browser (RFC 8291), signs it and posts it to the push service. Never throws, and follows no redirect. */
export async function sendPush(keys: PushKeys, device: PushDevice, note: PushPayload, sending: PushOptions): Promise<PushOutcome> {
  const { endpoint } = device;
  let request: RequestInit;
  try {
    request = await requestOf(keys, device, note, sending);
  } catch (error) {
    warn(endpoint, { error: error instanceof Error ? error.name : 'unknown' });
    return { is: 'refused' };
  }
  try {
    const response = await fetch(endpoint, { ...request, redirect: 'manual', signal: AbortSignal.timeout(PUSH_TIMEOUT_MS) });
    await response.body?.cancel();
    const outcome = outcomeOf(response);
    if (outcome.is !== 'sent') warn(endpoint, { status: response.status, is: outcome.is });
    return outcome;
  } catch (error) {
    warn(endpoint, { error: error instanceof Error ? error.name : 'unknown', is: 'later' });
    return { is: 'later', afterMs: 0, isSilent: true };
  }
}
