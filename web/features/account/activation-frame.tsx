import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import './account.css';

interface ActivationFrameProps {
  isGood: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

export function ActivationFrame({ isGood, title, text, children }: ActivationFrameProps) {
  return (
    <div className="activation">
      <span className={isGood ? 'activation-mark' : 'activation-mark is-late'}>
        <Icon name={isGood ? 'circle-check' : 'clock'} />
      </span>
      <div className="activation-words">
        <h1 className="d d40">{title}</h1>
        <p className="soft">{text}</p>
      </div>
      <div className="activation-acts">{children}</div>
    </div>
  );
}
