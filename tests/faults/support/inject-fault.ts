import { roomOf } from '#room/tokens';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import type { Fate, Passing } from '../../support/servers/fault-proxy.ts';
import type { FaultWorld, Service } from './fault-fixture.ts';
import type { Scene } from './interruptible-calls.ts';

const ID = /(?<![\w-])[\w-]{22}(?![\w-])/g;
const SETTINGS = /from \\"settings\\"/;

/** Knows the requests that belong to one scene: they carry an id of it, or one that came with these. Each call asks for the settings first. */
async function requestsOf({ noor, bas, conversation, clientId }: Scene): Promise<(request: Passing) => boolean> {
  const rooms = await Promise.all([noor, bas].map(({ id }) => roomOf(TEST_SECRETS.PARTY_SECRET, id)));
  const ids = new Set([noor.id, bas.id, conversation, clientId, ...rooms]);
  return ({ path, body }) => {
    const carried = `${path} ${body}`.match(ID) ?? [];
    const isOfScene = SETTINGS.test(body) || carried.some((id) => ids.has(id));
    if (isOfScene) for (const id of carried) ids.add(id);
    return isOfScene;
  };
}

/** Lets a fate befall the n-th request of a scene to a service, and none after it; `hit` settles once it has. */
export async function befallNth(world: FaultWorld, service: Service, n: number, fate: Fate, scene: Scene): Promise<{ hit: Promise<void> }> {
  const isOfScene = await requestsOf(scene);
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  world.judge(service, (request) => {
    if (service !== 'site' && !isOfScene(request)) return 'pass';
    count += 1;
    if (count < n) return 'pass';
    world.passAll(service);
    resolve();
    return fate;
  });
  return { hit: promise };
}

/** Counts the requests of a scene to a service from now on. */
export async function countOf(world: FaultWorld, service: Service, scene: Scene): Promise<() => number> {
  const isOfScene = await requestsOf(scene);
  let count = 0;
  world.judge(service, (request) => {
    if (service === 'site' || isOfScene(request)) count += 1;
    return 'pass';
  });
  return () => count;
}
