import { type ReactNode, useRef, useState } from 'react';
import { useOnSectionLink } from '../navigation/hash-target.ts';
import './setting-row.css';

interface SettingRowProps {
  /** The id that links in mails and on other pages use as hash. */
  id: string;
  title: string;
  /** The present value. */
  state: ReactNode;
  /** The button. */
  action?: ReactNode;
  /** Shown below, such as the form while it is open. */
  children?: ReactNode;
}

/** A row of settings: title, present value, a button, and the form below. */
export function SettingRow({ id, title, state, action, children }: SettingRowProps) {
  return (
    <section id={id} className="setting-row">
      <div className="setting-row-head">
        <div className="setting-row-text">
          <h3 className="bold">{title}</h3>
          {typeof state === 'string' ? <p className="muted">{state}</p> : state}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

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
