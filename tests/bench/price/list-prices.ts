/** What a service bills: so much is included, then each million costs. */
export interface ListPrice {
  readonly included: number;
  /** US dollars for each million beyond it; of storage, for each GB and month. */
  readonly price: number;
  readonly source: string;
  /** The state of the source. Where it has no date of its own: when it was read. */
  readonly as_of: string;
}

const WORKERS = 'developers.cloudflare.com/workers/platform/pricing';
const OBJECTS = 'developers.cloudflare.com/durable-objects/platform/pricing';
const R2 = 'developers.cloudflare.com/r2/pricing';

/** List prices in US dollars without tax. */
export const LIST_PRICES = {
  worker_requests: { included: 10e6, price: 0.3, source: WORKERS, as_of: '2026-11, a stored copy without a date' },
  cpu_ms: { included: 30e6, price: 0.02, source: WORKERS, as_of: '2026-11, a stored copy without a date' },
  // From 1 December 2026 another price list holds for logs, which was not found.
  log_lines: { included: 20e6, price: 0.6, source: WORKERS, as_of: 'until 2026-12-01' },
  object_requests: { included: 1e6, price: 0.15, source: OBJECTS, as_of: '2026-11, a stored copy without a date' },
  object_gb_s: { included: 400_000, price: 12.5, source: OBJECTS, as_of: '2026-11, a stored copy without a date' },
  object_rows_read: { included: 25e9, price: 0.001, source: OBJECTS, as_of: 'billed since 2026-01-07' },
  object_rows_written: { included: 50e6, price: 1, source: OBJECTS, as_of: 'billed since 2026-01-07' },
  r2_reads: { included: 10e6, price: 0.36, source: R2, as_of: '2026-06-13' },
  r2_writes: { included: 1e6, price: 4.5, source: R2, as_of: '2026-06-13' },
  // Every call of the binding counts as one.
  transformations: {
    included: 5_000,
    price: 500,
    source: 'developers.cloudflare.com/images/pricing',
    as_of: '2026-11, a stored copy without a date',
  },
  // Amazon SES over SMTP. Cloudflare's Email Service, which the binding EMAIL uses, is 3,000 included and 350 a million.
  mails: { included: 0, price: 100, source: 'aws.amazon.com/ses/pricing', as_of: '2026-07-22' },
} as const satisfies Readonly<Record<string, ListPrice>>;
export type Billed = keyof typeof LIST_PRICES;

/** Storage by the GB and month. */
export const STORAGE_PRICES = {
  object_gb: { included: 5, price: 0.2, source: OBJECTS, as_of: 'billed since 2026-01-07' },
  r2_gb: { included: 10, price: 0.015, source: R2, as_of: '2026-06-13' },
} as const satisfies Readonly<Record<string, ListPrice>>;

/** The Workers paid plan, a month. */
export const WORKERS_PLAN = 5;
/** A Durable Object is billed for this many GB while it is awake. */
export const OBJECT_GB = 0.125;
/** Frames that sockets send which are billed as one request. */
export const MESSAGES_OF_A_REQUEST = 20;

/** The plans of Turso (turso.tech/pricing, 2026-06-12): what is included a month, and a GB beyond it. */
export const TURSO_PLANS = [
  { name: 'Developer', price: 4.99, rowsRead: 2.5e9, rowsWritten: 25e6, gb: 9, gbPrice: 0.75 },
  { name: 'Scaler', price: 24.92, rowsRead: 100e9, rowsWritten: 100e6, gb: 24, gbPrice: 0.5 },
  { name: 'Pro', price: 416.58, rowsRead: 250e9, rowsWritten: 250e6, gb: 50, gbPrice: 0.45 },
] as const;
/** Rows beyond those. The source names it for the free plan; that it holds for the others is assumed. */
export const TURSO_ROWS = { readPrice: 0.001, writtenPrice: 1 } as const;

/**
 * A database server of one's own, a month: an assumption, of no list. Two servers of 8 cores, 32 GB and fast disks, the primary and a replica.
 * How many members one primary carries is in docs/scaling.md.
 */
export const OWN_DATABASE = 200;
