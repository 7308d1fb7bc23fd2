import { withDateWords } from '#contract/date-words';

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const ZONED_TIME = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

const dateStyle = (options: Intl.DateTimeFormatOptions) => (locale: string, timeZone: string, at: number) =>
  withDateWords(new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at), locale);

/** May 12, 2026: the day of a moment (ms) in a time zone, for the sentences of a mail */
export const formatDate = dateStyle(DAY);

/** May 12, 2026 at 2:05 PM */
export const formatMoment = dateStyle({ dateStyle: 'long', timeStyle: 'short' });

/** May 12, 2026 at 02:05 PM GMT+2 */
export const formatZonedMoment = dateStyle({ ...DAY, ...ZONED_TIME });
