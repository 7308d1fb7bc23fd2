import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { useDeskTitle } from '../use-desk-title.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * A page of the desk with its heading, which takes the focus when the page is opened. A page that was opened begins at its top; on the way
 * back the browser restores where it was.
 */
export function DeskPage({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDeskTitle(title);
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is opened
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    if (!isBack) scrollTo(0, 0);
  }, []);
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
  /** The heading, for a section that takes the focus after something was done in it. */
  readonly heading?: Ref<HTMLHeadingElement> | undefined;
  readonly children: ReactNode;
}

/** A part of a page in a panel of its own. */
export function DeskSection({ title, lead, actions, heading, children }: SectionProps) {
  return (
    <section className="desk-section panel">
      <div className="desk-section-head">
        <div>
          <h2 className="display display-21" ref={heading} tabIndex={heading ? -1 : undefined}>
            {title}
          </h2>
          {lead && <p className="muted small">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
