import { inArray, type SQL, sql } from 'drizzle-orm';
import { caseDecisions } from '../../schema/index.ts';
import type { DeskProof } from '../operator/desk-sessions.ts';

/**
 * Who acts in a case, as its rows name it. `rule` is the name of a rule of the site, null for people. `proof` is the session of an operator at
 * the desk, which each row that they write proves again; null for everybody else.
 */
export interface ActingParty {
  readonly actorKind: 'operator' | 'command_line' | 'rule';
  readonly actorId: string | null;
  readonly rule: string | null;
  readonly proof: DeskProof | null;
}

/** Whose hand it is, which is all that the conditions below ask. */
type Hand = Pick<ActingParty, 'actorKind' | 'actorId'>;

/** An operator, as the conditions below take them. */
export const operatorHand = (operatorId: string): Hand => ({ actorKind: 'operator', actorId: operatorId });

/**
 * Condition on `cases`: an operator has a stake in the case. They are the member whom it concerns, have reported or complained, or, of an
 * appeal, have made the decision or have reported what it was about. Whoever has one neither sees nor decides the case.
 */
export const hasStake = (operatorId: string): SQL => sql`(
  cases.member_id is ${operatorId}
  or exists (select 1 from case_sources where case_sources.case_number = cases.number and case_sources.member_id = ${operatorId})
  or (cases.subject_kind = 'decision' and exists (
    select 1 from case_decisions as appealed where appealed.id = cases.subject_id and (
      appealed.actor_id = ${operatorId}
      or exists (select 1 from case_sources where case_sources.case_number = appealed.case_number and case_sources.member_id = ${operatorId})))))`;

/** Condition on `cases`: the acting party may see and decide the case. The command line and a rule decide no appeal against themselves. */
export const mayAct = ({ actorKind, actorId }: Hand): SQL =>
  actorId === null
    ? sql`not (cases.subject_kind = 'decision' and exists (
        select 1 from case_decisions as appealed where appealed.id = cases.subject_id and appealed.actor_kind = ${actorKind} and appealed.actor_id is null))`
    : sql`not ${hasStake(actorId)}`;

/**
 * Condition: the acting party may take back the decision of a case, also their own: an operator is neither the member whom it concerns nor among
 * those who have reported.
 */
export const mayTakeBack = ({ actorId }: ActingParty, number: string): SQL =>
  actorId === null
    ? sql`true`
    : sql`not exists (select 1 from cases as decided where decided.number = ${number} and (decided.member_id is ${actorId}
        or exists (select 1 from case_sources where case_sources.case_number = decided.number and case_sources.member_id = ${actorId})))`;

/** Condition on `case_decisions`: the decision restricts the member whom its case concerns. */
export const isRestriction: SQL = inArray(caseDecisions.action, ['remove_photo', 'remove_text', 'warn', 'limit', 'pause', 'ban']);

/** Condition on `cases`: an acting party may see the case. The command line sees all. */
export const maySee = ({ actorId }: Pick<Hand, 'actorId'>): SQL => (actorId === null ? sql`true` : sql`not ${hasStake(actorId)}`);

/** Condition on `cases`: nobody else has taken the case. */
export const isFree = ({ actorId }: Pick<Hand, 'actorId'>): SQL =>
  actorId === null ? sql`cases.assignee_id is null` : sql`coalesce(cases.assignee_id, ${actorId}) = ${actorId}`;

/** Condition on `cases`: the acting party may decide it now. At the desk an operator has to have taken it; elsewhere nobody else may have. */
export const isTheirs = ({ actorId, proof }: ActingParty): SQL =>
  proof === null ? isFree({ actorId }) : sql`cases.assignee_id is ${actorId}`;
