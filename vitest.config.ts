import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const files = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

/** The one test of the architecture that asks a running Worker. */
const SERVED = 'tests/architecture/endpoints.test.ts';
const globalSetup = ['tests/support/global-setup.ts', 'tests/support/rooms-setup.ts'];

/** Of two cores: files that talk to servers or browsers wait half of their time. The projects share them and follow one another without a gap. */
const WORKERS = 4;

/** Small files that take long: where no run has measured them yet, their size would start them last. */
const LONG =
  /\/(?:browser\/(?:pages|chat-live|signup|session|signup-ways|search|kept|service-worker)|worker\/(?:access|push-faults|chat-pass|mail-drivers|mail-faults|operator-bans|safety-(?:everywhere|races))|party\/(?:attacks|relay|restart)|faults\/(?:database|cut-calls))\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...byProject.values()].flatMap((its) => [...its.filter(isLong), ...its.filter((file) => !isLong(file))]);
  }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // Needs nothing built and starts in a moment.
        test: {
          name: 'pure',
          // They stand in for modules and globals, which none is to leave to the next.
          isolate: true,
          maxWorkers: WORKERS,
          include: files('architecture', 'contract', 'domain', 'room', 'web'),
          exclude: [SERVED],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Real workerd, real libSQL, real rooms.
        test: {
          name: 'built',
          isolate: false,
          maxWorkers: WORKERS,
          include: [...files('db', 'worker', 'party', 'faults'), SERVED],
          globalSetup,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          maxWorkers: WORKERS,
          include: files('browser'),
          globalSetup,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
