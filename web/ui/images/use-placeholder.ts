import { startTransition, useEffect, useState } from 'react';

type Decoder = (thumbhash: string) => string | null;

let decoder: Decoder | null = null;

async function loadDecoder(): Promise<Decoder> {
  decoder ??= (await import('./thumbhash-url.ts')).thumbhashUrl;
  return decoder;
}

/**
 * The picture behind a photo that is still on its way. Its decoder comes after the screen, and is a state and no store: one that changes while a screen
 * is drawn in pieces has all of it drawn again in one.
 */
export function usePlaceholder(thumbhash: string | undefined): string | null {
  const [decode, setDecode] = useState(() => decoder);
  useEffect(() => {
    if (!thumbhash || decode) return;
    // Without it a photo stands on a plain ground until it is there.
    loadDecoder().then(
      (loaded) => startTransition(() => setDecode(() => loaded)),
      () => undefined,
    );
  }, [thumbhash, decode]);
  return thumbhash && decode ? decode(thumbhash) : null;
}
