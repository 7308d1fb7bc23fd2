import * as v from 'valibot';
import { type Decision, GroundCode } from '#contract/cases';
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

/** A decision about a member in the form in which they read it. */
export function decisionOf({ decision, appeal, isNoticed, isReported }: DecisionAbout, now: number): Decision {
  const { id, caseNumber, action, ground, code, facts, until, actorKind, createdAt, endedAt } = decision;
  const isAppealable = appeal === null && endedAt === null && appealEnd(createdAt) > now;
  return {
    id,
    number: caseNumber,
    action,
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
