import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../images/picture.tsx';
import { Logo } from '../logo.tsx';
import './split-frame.css';

interface SplitFrameProps {
  /** The left half: a portrait with a quote on it, or a picture of the page's own. */
  portrait?: string;
  quote?: string;
  art?: ReactNode;
  /** In place of the mark: a way back. */
  back?: ReactNode;
  /** Beside the mark: a link, or how far one is. */
  top?: ReactNode;
  children: ReactNode;
}

export function SplitPortrait({ portrait, quote }: { portrait?: string | undefined; quote?: string | undefined }) {
  return (
    <>
      {portrait && <Picture src={portrait} alt="" width={640} height={800} loading="lazy" />}
      <blockquote>
        <p className="d d40">{quote}</p>
      </blockquote>
    </>
  );
}

/** Half picture, half form from 1024 px on; only the form below. */
export function SplitFrame({ portrait, quote, art, back, top, children }: SplitFrameProps) {
  const { name } = useSettings();
  return (
    <div className="split">
      <aside className="split-photo">{art ?? <SplitPortrait portrait={portrait} quote={quote} />}</aside>
      <main className="split-form">
        <div className="top">
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
