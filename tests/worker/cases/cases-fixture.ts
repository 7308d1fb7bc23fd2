import { eq } from 'drizzle-orm';
import { mailsTo as readMailbox } from '#db/queries/shared/mail-queue';
import { caseActivity, caseDecisions, caseLetters, caseSources, cases, members } from '#db/schema/index';
import { Refusal } from '../../../worker/domain/errors.ts';
import type { Actor } from '../../../worker/domain/moderation/actor.ts';
import { decideCase } from '../../../worker/domain/moderation/decide-case.ts';
import { type DecisionInput, dismissalOf } from '../../../worker/domain/moderation/decision-input.ts';
import { aMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

/** The site with what tests of cases share; `vars` are variables of its Worker. */
export function casesFixture(vars: Readonly<Record<string, string>> = {}) {
  const site = testSite(vars);
  return {
    site,
    person: (traits: Parameters<typeof aMember>[1] = {}) => aMember(site.db, traits),
    /** A report over HTTP; resolves to the answer. */
    report: (reporter: Person, reported: { readonly id: string }, more: object = {}) =>
      site.as(reporter).post('/api/report.php', { profile: reported.id, reason: 'scam', ...more }),
    /** The cases about a member, the oldest first. */
    casesOf: (memberId: string) => site.db.select().from(cases).where(eq(cases.memberId, memberId)).orderBy(cases.createdAt),
    theCaseOf: async (memberId: string) => {
      const [found, ...more] = await site.db.select().from(cases).where(eq(cases.memberId, memberId)).orderBy(cases.createdAt);
      if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} cases instead of one`);
      return found;
    },
    caseRow: async (number: string) => (await site.db.select().from(cases).where(eq(cases.number, number)))[0],
    sourcesOf: (number: string) =>
      site.db.select().from(caseSources).where(eq(caseSources.caseNumber, number)).orderBy(caseSources.createdAt),
    decisionsOf: (number: string) => site.db.select().from(caseDecisions).where(eq(caseDecisions.caseNumber, number)),
    lettersOf: (number: string) => site.db.select().from(caseLetters).where(eq(caseLetters.caseNumber, number)),
    activityOf: async (number: string) =>
      (await site.db.select().from(caseActivity).where(eq(caseActivity.caseNumber, number)).orderBy(caseActivity.createdAt)).map(
        ({ act, actorId }) => [act, actorId],
      ),
    memberRow: async (id: string) => {
      const [row] = await site.db.select().from(members).where(eq(members.id, id));
      if (!row) throw new Error('the member exists');
      return row;
    },
    /** Decides a case; by default the command line warns for a scam. */
    decide: (number: string, decision: Partial<DecisionInput> = {}, actor: Actor = { kind: 'command_line' }) =>
      decideCase(site.db, Date.now(), actor, { ...dismissalOf(number), ...WARNING, ...decision }),
    mailsTo: (email: string) => readMailbox(site.db, email),
    kindsTo: async (email: string) => (await readMailbox(site.db, email)).map(({ kind }) => kind).toSorted(),
  };
}

const WARNING = { action: 'warn', ground: { kind: 'rule', code: 'scam' }, facts: 'You asked three people for money.' } as const;

export const operator = ({ id }: { readonly id: string }) => ({ kind: 'operator', memberId: id }) as const;

/** What a step of a case was refused with: its code and the reason or the wrong fields. Throws if it was not. */
export async function refusalOf(step: Promise<unknown>) {
  try {
    await step;
  } catch (error) {
    if (error instanceof Refusal) return error.fields ?? error.details?.reason ?? error.code;
    throw error;
  }
  throw new Error('nothing was refused');
}
