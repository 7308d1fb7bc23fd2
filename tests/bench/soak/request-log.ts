import { KINDS, type Kind, type LoadRequest } from '../support/mixed-load.ts';

/** A stretch of the soak, between two times of `performance.now()`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const DONE = new Set([200, 201, 304]);
const SHEDDABLE: ReadonlySet<Kind> = new Set(['poll', 'search', 'profile']);

export const isDone = ({ status }: LoadRequest): boolean => DONE.has(status);

/** Whether a request was shed as the product promises: a poll, a search or a profile, with a time to wait. */
export const isShed = ({ kind, status, code, hasRetryAfter }: LoadRequest): boolean =>
  SHEDDABLE.has(kind) && hasRetryAfter && ((status === 503 && code === 'busy') || status === 429);

/** What a request was that was not answered as it should, such as `poll 503 unavailable`. */
export const nameOf = ({ kind, status, code }: LoadRequest): string => `${kind} ${status || 'without an answer'}${code ? ` ${code}` : ''}`;

/** How often each of these occurs, the most frequent first. */
export function countsOf(names: readonly string[]): string {
  const groups = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return groups
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** The figures of one kind in a stretch. */
export interface KindFigures {
  readonly kind: Kind;
  readonly requests: number;
  readonly shed: number;
  readonly failed: number;
  /** Times of those that were done, in ms. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** All requests of a soak, by when they ended. */
export class RequestLog {
  readonly #requests: LoadRequest[] = [];

  readonly add = (request: LoadRequest): void => {
    this.#requests.push(request);
  };

  /** Those that were under way in a stretch: one that a fault has cut off may have begun before it. */
  during({ from, to }: Stretch): LoadRequest[] {
    return this.#requests.filter(({ startedAt, ms }) => startedAt <= to && startedAt + ms >= from);
  }

  /** Those that were under way in none of these stretches. */
  outside(stretches: readonly Stretch[]): LoadRequest[] {
    return this.#requests.filter(({ startedAt, ms }) => !stretches.some(({ from, to }) => startedAt <= to && startedAt + ms >= from));
  }

  /** Those that ended in the last `ms`. */
  lately(ms: number): LoadRequest[] {
    const since = performance.now() - ms;
    const found: LoadRequest[] = [];
    for (let i = this.#requests.length - 1; i >= 0; i -= 1) {
      const request = this.#requests[i];
      // They are added when they end.
      if (!request || request.startedAt + request.ms < since) break;
      found.push(request);
    }
    return found;
  }

  figures(stretch: Stretch): KindFigures[] {
    const during = this.during(stretch);
    return KINDS.map((kind) => {
      const ofKind = during.filter((request) => request.kind === kind);
      const times = ofKind
        .filter(isDone)
        .map(({ ms }) => ms)
        .toSorted((a, b) => a - b);
      const shed = ofKind.filter(isShed).length;
      const failed = ofKind.filter((request) => !isDone(request) && !isShed(request)).length;
      return { kind, requests: ofKind.length, shed, failed, p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: times.at(-1) ?? 0 };
    });
  }
}
