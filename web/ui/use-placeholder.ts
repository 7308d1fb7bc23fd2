import { createStore, useStore } from '../session/store.ts';

type Decoder = (thumbhash: string) => string | null;

/** The decoder comes after the first screen: what it draws only stands until the photo is there. */
const decoder = createStore<{ decode: Decoder } | null>(null);
let isAsked = false;

function askForDecoder(): void {
  if (isAsked) return;
  isAsked = true;
  import('./thumbhash-url.ts').then(
    ({ thumbhashUrl }) => decoder.set({ decode: thumbhashUrl }),
    () => {
      isAsked = false;
    },
  );
}

/** The picture behind a photo that is still on its way. */
export function usePlaceholder(thumbhash: string | undefined): string | null {
  const known = useStore(decoder);
  if (!thumbhash) return null;
  if (!known) askForDecoder();
  return known?.decode(thumbhash) ?? null;
}
