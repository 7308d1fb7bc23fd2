import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { LinkProps } from 'react-router';
import { Link } from 'react-router';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

export type ButtonTone = 'ember' | 'quiet' | 'soft' | 'paper' | 'text';

interface ButtonStyle {
  tone?: ButtonTone | undefined;
  small?: boolean | undefined;
  wide?: boolean | undefined;
  icon?: IconName | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

type ButtonProps = ButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { busy?: boolean | undefined; ref?: Ref<HTMLButtonElement> };

const classOf = ({ tone = 'ember', small, wide, className }: ButtonStyle) =>
  ['btn', tone !== 'ember' && `btn-${tone}`, small && 'btn-small', wide && 'btn-wide', className].filter(Boolean).join(' ');

/** A button. While `busy` it keeps its label, place and focus, shows a spinner and ignores presses. */
export function Button({ tone, small, wide, icon, className, busy, disabled, type = 'button', onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ tone, small, wide, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="spinner" /> : icon && <Icon name={icon} size="s" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  tone,
  small,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonStyle & Omit<LinkProps, 'className' | 'children'>) {
  return (
    <Link {...rest} className={classOf({ tone, small, wide, className })}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </Link>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'name'> & {
  name: IconName;
  label: string;
  size?: 's' | 'xs';
  ref?: Ref<HTMLButtonElement>;
};

/** A button that shows only an icon; `label` is its name for screen readers and its tooltip. */
export function IconButton({ name, label, size, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={className ? `icon-btn ${className}` : 'icon-btn'} aria-label={label} title={label}>
      <Icon name={name} {...(size ? { size } : {})} />
    </button>
  );
}
