import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../images/picture.tsx';
import { Logo } from '../logo.tsx';
import './split-frame.css';

interface SplitFrameProps {
  /** The left half shows a portrait with a quote, or `art` instead. */
  portrait?: string;
  quote?: string;
  art?: ReactNode;
  /** A link back, in place of the logo. */
  back?: ReactNode;
  /** Shown beside the logo: a link, or the progress. */
  top?: ReactNode;
  children: ReactNode;
}

export function SplitPortrait({ portrait, quote }: { portrait?: string | undefined; quote?: string | undefined }) {
  return (
    <>
      {portrait && <Picture src={portrait} alt="" width={640} height={800} loading="lazy" />}
      <blockquote>
        <p className="display display-40">{quote}</p>
      </blockquote>
    </>
  );
}

/** From 1024 px on half picture, half form; below that only the form. */
export function SplitFrame({ portrait, quote, art, back, top, children }: SplitFrameProps) {
  const { name } = useSettings();
  return (
    <div className="split-frame">
      <aside className="split-photo">{art ?? <SplitPortrait portrait={portrait} quote={quote} />}</aside>
      <main className="split-form">
        <div className="top-bar">
          {back ?? (
            <Link className="logo" to="/">
              <Logo name={name} />
            </Link>
          )}
          {top}
        </div>
        <div className="split-body">{children}</div>
      </main>
    </div>
  );
}
