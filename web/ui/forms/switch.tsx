import type { ReactNode } from 'react';
import { useId } from 'react';
import './switch.css';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch that takes effect at once. On its left is the label with the hint below it; a tap on either switches, too. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <label className="switch-text" htmlFor={id}>
        <span className="bold">{label}</span>
        {hint && (
          <span className="muted" id={`${id}-say`}>
            {hint}
          </span>
        )}
      </label>
      <span className="switch">
        <input
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
          role="switch"
          checked={isOn}
          disabled={isDisabled}
          aria-describedby={hint ? `${id}-say` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span />
      </span>
    </div>
  );
}
