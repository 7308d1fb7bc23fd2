import { useRef, useState } from 'react';
import { useOnSectionLink } from '../navigation/hash-target.ts';

/** State of a section that opens by its button or by a link to it. `close` moves the focus to the button, which gets `opener` as ref. */
export function useDisclosure(section: string) {
  const [isOpen, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useOnSectionLink(section, () => setOpen(true));
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => buttonRef.current?.focus());
  };
  return { isOpen, open: () => setOpen(true), close, opener: buttonRef };
}
