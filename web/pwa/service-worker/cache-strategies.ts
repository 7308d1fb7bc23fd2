import { Strategy } from 'workbox-strategies';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';
import { onlyStorable } from './cache-limits.ts';

type Handle = Strategy['_handle'];

/** A strategy that stores no answer of another status than 200, and none that is `no-store`, whatever else its route asks for. */
abstract class StorableAnswers extends Strategy {
  constructor({ plugins = [], ...options }: ConstructorParameters<typeof Strategy>[0] = {}) {
    super({ ...options, plugins: [onlyStorable, ...plugins] });
  }
}

/** Answers from the cache, else from the network and stores that answer if it may. A cache that is late is skipped. */
export class CacheBeforeNetwork extends StorableAnswers {
  protected override async _handle(...[request, handler]: Parameters<Handle>): Promise<Response> {
    const cached = await safely(() => withTimeout(() => handler.cacheMatch(request)));
    return cached ?? handler.fetchAndCachePut(request);
  }
}

/** Answers from the network and stores that answer if it may; without a network, from the cache. Throws if neither has it. */
export class NetworkBeforeCache extends StorableAnswers {
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
