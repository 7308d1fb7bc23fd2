/**
 * How long anything that a test waits for may take, in milliseconds. It says nothing of how long it should: it is met only by what
 * never comes, on a machine that is busy with other things, too.
 */
export const PATIENCE_MS = 60_000;

/** How long a test or a hook may take as a whole: it waits for several things in turn. */
export const TEST_MS = 5 * PATIENCE_MS;
