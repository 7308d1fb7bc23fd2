import { startTransition, useEffect, useState } from 'react';

type Decoder = (thumbhash: string) => string | null;

let decoder: Decoder | null = null;

async function loadDecoder(): Promise<Decoder> {
  decoder ??= (await import('./thumbhash-url.ts')).thumbhashUrl;
  return decoder;
}

/**
 * The data URL of a photo's blurred placeholder; null while the decoder is not loaded. The decoder is React state, not a store: a store
 * that changes during a concurrent render makes React render the whole screen again synchronously.
 */
export function usePlaceholder(thumbhash: string | undefined): string | null {
  const [decode, setDecode] = useState(() => decoder);
  useEffect(() => {
    if (!thumbhash || decode) return;
    // Without the decoder a photo has a plain background until it is loaded.
    loadDecoder().then(
      (loaded) => startTransition(() => setDecode(() => loaded)),
      () => undefined,
    );
  }, [thumbhash, decode]);
  return thumbhash && decode ? decode(thumbhash) : null;
}
