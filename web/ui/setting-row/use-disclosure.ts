import { useRef, useState } from 'react';
import { useAsked } from '../navigation/hash-target.ts';

/** A part that opens when it is pressed, or when a link asks for it; closing it gives the focus back to its button. */
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
