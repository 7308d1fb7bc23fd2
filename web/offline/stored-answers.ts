import { type Database, databaseOf } from './database.ts';

/** Under this key lies whose answers are kept; under every other, what is kept of theirs. */
export const OWNER = 'member';
export const BOOT = 'boot';
export const KEPT_DATABASE = 'kept';

/** Raised when what is kept changes its meaning and not its shape; what another build has kept is then dropped. */
const KEPT_SCHEMA = 1;

/** One answer as it was when it came. */
export interface Kept {
  readonly schema: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: unknown;
}

/** What this browser keeps of one member's answers, in a database of its own; every use may fail where storage is blocked. */
export const keptAnswers = (): Database => databaseOf(KEPT_DATABASE, 'answers');

export const asKept = (data: unknown, at = Date.now()): Kept => ({ schema: KEPT_SCHEMA, at, data });

/** What was kept by a build that meant the same by it. */
export const isKept = (found: unknown): found is Kept =>
  typeof found === 'object' && found !== null && 'schema' in found && found.schema === KEPT_SCHEMA && 'at' in found && 'data' in found;
