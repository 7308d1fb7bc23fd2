import { BOOKMARK_HEADER } from '#contract/bookmark';
import type { LoadMember } from './load-members.ts';

/** After so long (ms) a call counts as unanswered, as on the page (web/api/call.ts). */
const TIMEOUT_MS = 15_000;

/** An answer; its status is 0 if none came in time. */
export interface MemberAnswer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** Seconds until a retry makes sense; null if the answer does not say. */
  readonly retryAfter: number | null;
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  /** Whether the answer has an ETag, which the next call of this path sends. */
  readonly isPolled?: boolean;
}

/** The site that members call: each call goes to the next of its Workers, as an edge passes requests on. */
export interface CalledSite {
  nextUrl(): string;
  /** The origin of its pages. */
  readonly origin: string;
}

/**
 * One page of a member, as far as calls go: it sends its session, the ETags of polled answers and its bookmark. `call` never rejects.
 */
export class MemberClient {
  readonly member: LoadMember;
  readonly #site: CalledSite;
  readonly #etags = new Map<string, string>();
  #bookmark = '';

  constructor(site: CalledSite, member: LoadMember) {
    this.#site = site;
    this.member = member;
  }

  async call(path: string, { method = 'GET', body, isPolled = false }: CallOptions = {}): Promise<MemberAnswer> {
    const start = performance.now();
    try {
      const response = await fetch(`${this.#site.nextUrl()}${path}`, {
        method,
        headers: this.#headersFor(path, body !== undefined, isPolled),
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'manual',
      });
      const text = await response.text();
      this.#note(path, response, isPolled);
      const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
      const retryAfter = Number.isFinite(seconds) ? seconds : null;
      return { status: response.status, text, ms: performance.now() - start, retryAfter };
    } catch (error) {
      return { status: 0, text: error instanceof Error ? error.message : String(error), ms: performance.now() - start, retryAfter: null };
    }
  }

  #headersFor(path: string, hasBody: boolean, isPolled: boolean): Record<string, string> {
    const etag = isPolled ? this.#etags.get(path) : undefined;
    return {
      Cookie: this.member.cookie,
      Origin: this.#site.origin,
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...(this.#bookmark ? { [BOOKMARK_HEADER]: this.#bookmark } : {}),
    };
  }

  /** Takes over what the next calls send. A bookmark of an event is noted by `noteBookmark`. */
  #note(path: string, { headers, status }: Response, isPolled: boolean): void {
    const etag = headers.get('ETag');
    if (isPolled && etag && status === 200) this.#etags.set(path, etag);
    const bookmark = headers.get(BOOKMARK_HEADER);
    if (bookmark) this.#bookmark = bookmark;
  }

  /** Notes how far the database was when it held the cause of an event. */
  noteBookmark(bookmark: string): void {
    if (Number(bookmark) > Number(this.#bookmark)) this.#bookmark = bookmark;
  }
}
