import { turnPushOn, usePush } from '../../../pwa/push/push.ts';
import { useSettings } from '../../../session/settings.ts';
import type { PushOffer } from '../flow/steps.ts';

/** The sign-up waits no longer than this, in ms, for the service worker; push then counts as not decided. */
const PUSH_STATE_TIMEOUT_MS = 1500;

/**
 * What decides about the push offer; null until the browser has answered. If switching push on fails, the error is logged and the sign-up
 * goes on (docs/product.md, "Push offer").
 */
export function usePushOffer() {
  const { push_pub: key } = useSettings();
  const push = usePush(PUSH_STATE_TIMEOUT_MS);
  const offer: PushOffer | null = push && { isCapable: push.isCapable, isOffered: key !== '', state: push.state };
  const accept = async () => {
    await turnPushOn().catch((error: unknown) => console.warn(error));
  };
  return { push: offer, accept };
}
