import { buildChanged } from '../../scripts/support/build-changed.ts';

/** Builds the page and the Worker once for all test files, where their sources have changed. */
export async function setup(): Promise<void> {
  await buildChanged({ isDevelopment: true });
}
