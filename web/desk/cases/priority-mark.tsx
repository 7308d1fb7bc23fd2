import type { CasePriority } from '#contract/operator/operated-cases';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useTexts } from '../texts.ts';

/** Each priority has its own sign, so that it is not told by colour alone. */
const SIGNS: Readonly<Record<CasePriority, IconName>> = { danger: 'shield-alert', harm: 'triangle-alert', usual: 'flag', later: 'clock' };

/** How urgent a case is. */
export function PriorityMark({ priority }: { readonly priority: CasePriority }) {
  const t = useTexts('cases');
  return (
    <span className={`case-priority case-priority-${priority}`}>
      <Icon name={SIGNS[priority]} size="xs" />
      {t(`priority_${priority}`)}
    </span>
  );
}
