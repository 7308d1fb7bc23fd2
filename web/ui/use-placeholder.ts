import { startTransition, useEffect, useState } from 'react';

type Decoder = (thumbhash: string) => string | null;

let decoder: Decoder | null = null;
let asked: Promise<Decoder | null> | null = null;

function loadDecoder(): Promise<Decoder | null> {
  asked ??= import('./thumbhash-url.ts').then(
    ({ thumbhashUrl }) => {
      decoder = thumbhashUrl;
      return decoder;
    },
    () => {
      asked = null;
      return null;
    },
  );
  return asked;
}

/**
 * The picture behind a photo that is still on its way. Its decoder comes after the screen, and is a state and no store: one that changes while a screen
 * is drawn in pieces has all of it drawn again in one.
 */
export function usePlaceholder(thumbhash: string | undefined): string | null {
  const [decode, setDecode] = useState(() => decoder);
  useEffect(() => {
    if (thumbhash && !decode) void loadDecoder().then((loaded) => startTransition(() => setDecode(() => loaded)));
  }, [thumbhash, decode]);
  return thumbhash && decode ? decode(thumbhash) : null;
}
