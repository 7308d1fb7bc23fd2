import { type ReactNode, useEffect, useRef } from 'react';
import { useDeskTitle } from '../use-desk-title.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page of the desk with its heading, which takes the focus when the page is opened. */
export function DeskPage({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDeskTitle(title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="desk-page-head">
        <div>
          <h1 className="display display-28" tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {actions && <div className="desk-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page in a panel of its own. */
export function DeskSection({ title, lead, actions, children }: SectionProps) {
  return (
    <section className="desk-section panel">
      <div className="desk-section-head">
        <div>
          <h2 className="display display-21">{title}</h2>
          {lead && <p className="muted small">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
