import { Strategy } from 'workbox-strategies';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';

type Handle = Strategy['_handle'];

/** Answers from the cache, else from the network and stores that answer. A cache that is late is skipped. */
export class CacheBeforeNetwork extends Strategy {
  protected override async _handle(...[request, handler]: Parameters<Handle>): Promise<Response> {
    const cached = await safely(() => withTimeout(() => handler.cacheMatch(request)));
    return cached ?? handler.fetchAndCachePut(request);
  }
}

/** Answers from the network and stores that answer; without a network, from the cache. Throws if neither has it. */
export class NetworkBeforeCache extends Strategy {
  protected override async _handle(...[request, handler]: Parameters<Handle>): Promise<Response> {
    try {
      return await handler.fetchAndCachePut(request);
    } catch (error) {
      const cached = await safely(() => withTimeout(() => handler.cacheMatch(request)));
      if (!cached) throw error;
      return cached;
    }
  }
}
