import type { ComponentProps, ReactNode } from 'react';
import { EmailInputField } from '../forms/field.tsx';
import { createLazyModule, useLazyModule } from '../lazy-module.ts';
import './email-field.css';

const suggestion = createLazyModule(() => import('./email-suggestion.tsx'), 'cards');

/** Suggests a corrected address. Its code, with the lists of providers, is loaded once something is typed. */
function TypoHint({ typed, onTake }: { typed: string; onTake: (address: string) => void }) {
  const suggestionModule = useLazyModule(suggestion, true);
  return (
    <div className="email-suggestion-slot" role="status">
      {suggestionModule && <suggestionModule.EmailSuggestion typed={typed} onTake={onTake} />}
    </div>
  );
}

interface EmailFieldProps extends Omit<ComponentProps<typeof EmailInputField>, 'value' | 'onChange'> {
  value: string;
  onType: (address: string) => void;
  /** Shown below the field, such as a link to the login. */
  children?: ReactNode;
}

/** A field for an e-mail address that suggests a correction of typing errors (docs/product.md, "Address suggestion"). */
export function EmailField({ value, onType, children, ...field }: EmailFieldProps) {
  return (
    <div className="email-field">
      <EmailInputField {...field} value={value} onChange={(event) => onType(event.target.value)} />
      {value.trim() && <TypoHint typed={value} onTake={onType} />}
      {children}
    </div>
  );
}
