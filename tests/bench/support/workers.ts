import { startWorker, type TestWorker, type TestWorkerOptions } from '../../support/product/test-worker.ts';
import { workerdOf } from './process-stats.ts';

/** One of several Workers of a site. */
export interface SiteWorker extends TestWorker {
  /** The id of its workerd, whose CPU time and memory are those of the Worker. */
  readonly workerdId: string;
}

/**
 * Starts several Workers of one site, each in a process and on a port of its own, with the same database, rooms and secrets and as a deployed
 * one reads its settings. `optionsOf` gives what differs for the Worker with this number, from 0. They stop with `lifetime`.
 */
export async function startWorkers(
  count: number,
  optionsOf: (number: number) => TestWorkerOptions,
  lifetime: AsyncDisposableStack,
): Promise<readonly SiteWorker[]> {
  const workers: SiteWorker[] = [];
  for (let number = 0; number < count; number += 1) {
    const { vars, ...options } = optionsOf(number);
    const worker = await startWorker({ ...options, vars: { SETTINGS_TTL_SECONDS: '10', ...vars } });
    lifetime.defer(worker.stop);
    workers.push({ ...worker, workerdId: workerdOf(worker.processId) });
  }
  return workers;
}
