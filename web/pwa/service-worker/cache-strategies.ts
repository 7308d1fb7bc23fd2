import { Strategy } from 'workbox-strategies';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';

type Handle = Strategy['_handle'];

/** What lies in the cache, else what the network answers, which is kept. A cache that is late is not waited for. */
export class CacheBeforeNetwork extends Strategy {
  protected override async _handle(...[request, handler]: Parameters<Handle>): Promise<Response> {
    const kept = await orNothing(() => withinLimit(() => handler.cacheMatch(request)));
    return kept ?? handler.fetchAndCachePut(request);
  }
}

/** What the network answers, which is kept; without one what lies in the cache. Throws where neither has it. */
export class NetworkBeforeCache extends Strategy {
  protected override async _handle(...[request, handler]: Parameters<Handle>): Promise<Response> {
    try {
      return await handler.fetchAndCachePut(request);
    } catch (error) {
      const kept = await orNothing(() => withinLimit(() => handler.cacheMatch(request)));
      if (!kept) throw error;
      return kept;
    }
  }
}
