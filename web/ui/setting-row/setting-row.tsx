import type { ReactNode } from 'react';
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
        <div className="setting-row-words">
          <h3 className="b">{title}</h3>
          {typeof state === 'string' ? <p className="soft">{state}</p> : state}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
