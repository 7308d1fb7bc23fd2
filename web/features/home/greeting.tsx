import type { User } from '#contract/account';
import { capitalize } from '../../i18n/capitalize.ts';
import { formatWeekday } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CreditChip } from '../../ui/credits/credit-balance.tsx';

const PARTS = [
  { until: 5, part: 'night' },
  { until: 12, part: 'morning' },
  { until: 18, part: 'afternoon' },
  { until: 23, part: 'evening' },
  { until: 24, part: 'night' },
] as const;

/** The part of the day by the member's own clock. */
function partOfDay(now: Date) {
  const hour = now.getHours();
  return PARTS.find(({ until }) => hour < until)?.part ?? 'night';
}

function useDayWord(now: Date): string {
  const { i18n } = useTranslation();
  return capitalize(formatWeekday(now), i18n.language);
}

export function Greeting({ user }: { user: User }) {
  const { t } = useTranslation('home');
  const now = new Date();
  const part = partOfDay(now);
  return (
    <header className="page-head">
      <div className="flex-grow">
        <p className="muted greeting-time">{t(`moment_${part}`, { day: useDayWord(now) })}</p>
        <h1 className="display display-28">{t(`greeting_${part}`, { name: user.profile.name })}</h1>
      </div>
      <CreditChip />
    </header>
  );
}
