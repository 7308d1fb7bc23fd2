import type { Database } from '#db/client';
import { startReplica, type TestReplica } from '../../support/database/test-replica.ts';
import { startRooms } from '../../support/product/test-rooms.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import type { MeasuredServer } from '../support/database-load.ts';
import { filledDatabase } from '../support/search-database.ts';
import { type SiteWorker, startWorkers } from '../support/workers.ts';

export const WORKERS = 3;
const REPLICAS = 2;

/** One primary with its replicas and rooms, on which Workers can be started. */
export interface ScaleSite {
  readonly db: Database;
  readonly primary: MeasuredServer & { readonly url: string };
  readonly replicas: readonly TestReplica[];
  /** Starts the Workers of a site that reads from these addresses. Each names another one first. They stop with `lifetime`. */
  startWorkers(readUrls: readonly string[], lifetime: AsyncDisposableStack): Promise<readonly SiteWorker[]>;
}

const rotated = <T>(list: readonly T[], by: number): readonly T[] => list.map((_, i) => list[(i + by) % list.length] as T);

/** Starts a filled primary, its replicas, which have all its rows then, and the rooms that all Workers share. */
export async function startScaleSite(members: number, lifetime: AsyncDisposableStack): Promise<ScaleSite> {
  const primary = await filledDatabase(members, Date.now(), { hasReplicas: true });
  lifetime.defer(primary.stop);
  const rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  lifetime.defer(rooms.stop);
  const replicas: TestReplica[] = [];
  for (let number = 0; number < REPLICAS; number += 1) {
    const replica = await startReplica(primary);
    lifetime.defer(replica.stop);
    replicas.push(replica);
  }
  return {
    db: primary.db,
    primary,
    replicas,
    startWorkers: (readUrls, workersLifetime) =>
      startWorkers(
        WORKERS,
        (number) => ({
          dbUrl: primary.url,
          partyHost: rooms.host,
          ...(readUrls.length > 0 ? { vars: { DB_READ_URL: rotated(readUrls, number).join(' ') } } : {}),
        }),
        workersLifetime,
      ),
  };
}
