import { formatExact, formatRelative } from '../../i18n/format.ts';

/** A time as how long ago it was, with the exact one as its title. */
export function RelativeTime({ at, className }: { readonly at: string; readonly className?: string }) {
  return (
    <time className={className} dateTime={at} title={formatExact(at)}>
      {formatRelative(at)}
    </time>
  );
}
