import { useState } from 'react';
import type { InputOf } from '#contract/endpoint';
import { type CaseDetails, getCase } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';

interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** The cursor of the page behind it, null on the last one. */
  readonly next: string | null;
}

/** How a list of a case goes on behind the page that came with the case. */
interface More<Entry> {
  readonly pageOf: (details: CaseDetails) => Page<Entry>;
  readonly inputOf: (cursor: string) => Omit<InputOf<typeof getCase>, 'number'>;
}

/**
 * The pages of a list of a case that were asked for, each of which is a look at the case. A case that was loaded anew and goes on elsewhere begins
 * with its first page again.
 */
export function useMorePages<Entry>(details: CaseDetails, { pageOf, inputOf }: More<Entry>) {
  const first = pageOf(details);
  const [more, setMore] = useState<Page<Entry> & { readonly behind: string | null }>({ behind: null, entries: [], next: null });
  const action = useAction();
  const isFitting = first.next !== null && more.behind === first.next;
  const { entries, next } = isFitting ? { entries: [...first.entries, ...more.entries], next: more.next } : first;
  const load = async (cursor: string) => {
    const page = pageOf(await call(getCase, { number: details.number, ...inputOf(cursor) }));
    setMore({ behind: first.next, entries: isFitting ? [...more.entries, ...page.entries] : page.entries, next: page.next });
  };
  return {
    entries,
    isBusy: action.isBusy,
    failure: action.error,
    /** Asks for the next page; null if there is none. */
    showMore: next === null ? null : () => void action.run(() => load(next)),
  };
}

export const SOURCES: More<CaseDetails['sources'][number]> = {
  pageOf: ({ sources, sources_next: next }) => ({ entries: sources, next }),
  inputOf: (cursor) => ({ sources_after: cursor }),
};

/** The latest first. */
export const ACTIVITY: More<CaseDetails['activity'][number]> = {
  pageOf: ({ activity, activity_next: next }) => ({ entries: activity.toReversed(), next }),
  inputOf: (cursor) => ({ activity_before: cursor }),
};
