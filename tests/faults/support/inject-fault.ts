import { roomNameOf } from '#room/tokens';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import type { ProxiedRequest, RequestOutcome } from '../../support/servers/fault-proxy.ts';
import type { FaultFixture, Service } from './fault-fixture.ts';
import type { CallScene } from './interruptible-calls.ts';

const ID = /(?<![\w-])[\w-]{22}(?![\w-])/g;
const SETTINGS = /from \\"settings\\"/;

/**
 * Returns a test whether a request belongs to a scene: it reads the settings, or contains an id of the scene or of an earlier request of
 * it.
 */
async function requestsOfScene({ noor, bas, conversation, clientId }: CallScene): Promise<(request: ProxiedRequest) => boolean> {
  const rooms = await Promise.all([noor, bas].map(({ id }) => roomNameOf(TEST_SECRETS.PARTY_SECRET, id)));
  const ids = new Set([noor.id, bas.id, conversation, clientId, ...rooms]);
  return ({ path, body }) => {
    const carried = `${path} ${body}`.match(ID) ?? [];
    const isOfScene = SETTINGS.test(body) || carried.some((id) => ids.has(id));
    if (isOfScene) for (const id of carried) ids.add(id);
    return isOfScene;
  };
}

/** Puts a fault on the n-th request of a scene to a service and on no later one. `hit` resolves when it has happened. */
export async function injectFault(
  fixture: FaultFixture,
  service: Service,
  n: number,
  outcome: RequestOutcome,
  scene: CallScene,
): Promise<{ hit: Promise<void> }> {
  const isOfScene = await requestsOfScene(scene);
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  fixture.setDecision(service, (request) => {
    if (service !== 'site' && !isOfScene(request)) return 'pass';
    count += 1;
    if (count < n) return 'pass';
    fixture.passAll(service);
    resolve();
    return outcome;
  });
  return { hit: promise };
}

/** Counts the requests of a scene to a service from now on; the returned function gives the number. */
export async function countRequests(fixture: FaultFixture, service: Service, scene: CallScene): Promise<() => number> {
  const isOfScene = await requestsOfScene(scene);
  let count = 0;
  fixture.setDecision(service, (request) => {
    if (service === 'site' || isOfScene(request)) count += 1;
    return 'pass';
  });
  return () => count;
}
