import type { ComponentProps, ReactNode } from 'react';
import { AddressField } from '../forms/field.tsx';
import { createPart, usePart } from '../lazy-module.ts';
import './email-field.css';

const suggestion = createPart(() => import('./email-suggestion.tsx'), 'cards');

/** The lists of providers come once something is typed. */
function TypoHint({ typed, onTake }: { typed: string; onTake: (address: string) => void }) {
  const part = usePart(suggestion, true);
  return (
    <div className="typo-place" role="status">
      {part && <part.AddressSuggestion typed={typed} onTake={onTake} />}
    </div>
  );
}

interface EmailFieldProps extends Omit<ComponentProps<typeof AddressField>, 'value' | 'onChange'> {
  value: string;
  onType: (address: string) => void;
  /** What one can do about it. */
  children?: ReactNode;
}

/** An e-mail address, with the one that was probably meant where a slip of the finger shows. */
export function EmailField({ value, onType, children, ...field }: EmailFieldProps) {
  return (
    <div className="email-field">
      <AddressField {...field} value={value} onChange={(event) => onType(event.target.value)} />
      {value.trim() && <TypoHint typed={value} onTake={onType} />}
      {children}
    </div>
  );
}
