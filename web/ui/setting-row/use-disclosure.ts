import { useRef, useState } from 'react';
import { useAsked } from '../navigation/hash-target.ts';

/** State of a section that opens by its button or by a link to it. `close` moves the focus to the button, which gets `opener` as ref. */
export function useOpening(section: string) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useAsked(section, () => setOpen(true));
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return { isOpen, open: () => setOpen(true), close, opener };
}
