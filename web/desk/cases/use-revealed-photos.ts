import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint';
import { type CasePhoto, lookAtPhoto } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';

type Look = OutputOf<typeof lookAtPhoto>;

/** A photo on the page: hidden, asked for, shown, or the error of the last try. */
export type PhotoView =
  | { readonly state: 'hidden' | 'asked' }
  | { readonly state: 'shown'; readonly look: Look }
  | { readonly state: 'failed'; readonly error: unknown };

const HIDDEN: PhotoView = { state: 'hidden' };

export interface RevealedPhotos {
  readonly viewOf: (id: string) => PhotoView;
  /** Asks the server for a photo, which writes the look down, and shows it. */
  readonly reveal: (id: string) => Promise<void>;
  readonly hide: (id: string) => void;
  readonly hideAll: () => void;
}

/** The photos of a case that were asked for. Nothing is shown again when the page is opened anew. */
export function useRevealedPhotos(number: string): RevealedPhotos {
  const [views, setViews] = useState<Readonly<Record<string, PhotoView>>>({});
  const put = (id: string, view: PhotoView) => setViews((known) => ({ ...known, [id]: view }));
  // One that was hidden while the server was asked stays hidden.
  const answer = (id: string, view: PhotoView) => setViews((known) => (known[id]?.state === 'asked' ? { ...known, [id]: view } : known));
  const viewOf = (id: string) => views[id] ?? HIDDEN;
  const reveal = async (id: string) => {
    put(id, { state: 'asked' });
    try {
      answer(id, { state: 'shown', look: await call(lookAtPhoto, { number, photo: id }) });
    } catch (error) {
      answer(id, { state: 'failed', error });
    }
  };
  return { viewOf, reveal, hide: (id) => put(id, HIDDEN), hideAll: () => setViews({}) };
}

/** Whether there is a file that could be shown. */
export const isShowable = ({ state }: CasePhoto): boolean => state !== 'gone';
