import { defineConfig } from 'vitest/config';

const files = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

/** The one test of the architecture that asks a running Worker. */
const SERVED = 'tests/architecture/endpoints.test.ts';
const globalSetup = ['tests/support/global-setup.ts'];

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        // Needs nothing built and starts in a moment.
        test: {
          name: 'pure',
          include: files('architecture', 'contract', 'domain', 'room', 'web'),
          exclude: [SERVED],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Real workerd, real libSQL, real rooms.
        test: {
          name: 'built',
          include: [...files('db', 'worker', 'party'), SERVED],
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: files('browser'),
          globalSetup,
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
