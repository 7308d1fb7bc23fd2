import type { ReactNode } from 'react';
import './setting-row.css';

interface AccountRowProps {
  /** What a link in a letter or on another page calls it. */
  id: string;
  title: string;
  /** How things stand. */
  state: ReactNode;
  /** The one thing to press. */
  action?: ReactNode;
  /** Below, while it is open. */
  children?: ReactNode;
}

/** One matter of the account: what it is, how it stands, and what can be done about it. */
export function AccountRow({ id, title, state, action, children }: AccountRowProps) {
  return (
    <section id={id} className="account-row">
      <div className="account-row-head">
        <div className="account-row-words">
          <h3 className="b">{title}</h3>
          {typeof state === 'string' ? <p className="soft">{state}</p> : state}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
