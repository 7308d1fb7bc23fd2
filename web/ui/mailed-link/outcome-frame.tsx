import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon, type IconName } from '../icon.tsx';
import './outcome-frame.css';

export type OutcomeTone = 'good' | 'late' | 'plain';

const ICONS: Record<OutcomeTone, IconName> = { good: 'circle-check', late: 'clock', plain: 'mail' };

interface OutcomeFrameProps {
  tone: OutcomeTone;
  icon?: IconName;
  title: string;
  text: ReactNode;
  /** The outcome of a press: its heading takes the focus, as the pressed button is gone. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** The outcome of a mailed link or of a press: an icon, a heading, a text, and buttons as `children`. */
export function OutcomeFrame({ tone, icon = ICONS[tone], title, text, takesFocus = false, children }: OutcomeFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="outcome">
      <span className={`outcome-icon is-${tone}`}>
        <Icon name={icon} />
      </span>
      <div className="outcome-text">
        <h1 className="display display-40" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {typeof text === 'string' ? <p className="muted">{text}</p> : text}
      </div>
      <div className="outcome-actions">{children}</div>
    </div>
  );
}

/** Shown while the outcome of a link is unknown. */
export function OutcomeLoading() {
  const { t } = useTranslation();
  return (
    <div className="outcome" role="status">
      <span className="spinner" />
      <span className="visually-hidden">{t('status.loading')}</span>
    </div>
  );
}
