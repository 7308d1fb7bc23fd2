import * as v from 'valibot';
import { type Decision, GroundCode, REMOVABLE_PARTS, type RemovablePart } from '#contract/cases';
import type { Rows } from '#db/client';
import type { decisionsAbout } from '#db/queries/cases/decisions';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';
import { appealEnd } from './appeals.ts';

type DecisionAbout = Rows<{ decisions: ReturnType<typeof decisionsAbout> }>['decisions'][number];

/** A code of the lists of grounds, or null for none. */
export const groundCodeOf = (code: string | null): GroundCode | null => {
  const parsed = v.safeParse(GroundCode, code);
  return parsed.success ? parsed.output : null;
};

/** What a decision removed, by its action and the target in its row; null if it removed nothing. */
export function removedPartOf({ action, target }: Pick<DecisionAbout['decision'], 'action' | 'target'>): RemovablePart | null {
  if (action === 'remove_photo') return 'photo';
  if (action !== 'remove_text') return null;
  const [kind] = target?.split(':') ?? [];
  return REMOVABLE_PARTS.find((part) => part === kind) ?? null;
}

/** A decision about a member in the form in which they read it. */
export function decisionOf({ decision, appeal, isNoticed, isReported }: DecisionAbout, now: number): Decision {
  const { id, caseNumber, action, ground, code, facts, until, actorKind, createdAt, endedAt } = decision;
  const isAppealable = appeal === null && endedAt === null && appealEnd(createdAt) > now;
  return {
    id,
    number: caseNumber,
    action,
    removed: removedPartOf(decision),
    ground,
    code: groundCodeOf(code),
    facts,
    until: isoTimeOrNull(until),
    is_automated: actorKind === 'rule',
    prompted_by: isNoticed === 1 ? 'notice' : isReported === 1 ? 'report' : 'own_initiative',
    decided_at: isoTime(createdAt),
    appeal_until: isAppealable ? isoTime(appealEnd(createdAt)) : null,
    appeal,
    ended_at: isoTimeOrNull(endedAt),
  };
}
