import * as v from 'valibot';
import { expect } from 'vitest';
import { CaseDetails } from '#contract/operator/operated-cases';
import type { TestOperator } from '../../support/database/operator-factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { casesFixture } from '../cases/cases-fixture.ts';

/** A decision of the desk: a warning for a scam. */
const WARNING = { action: 'warn', ground: { kind: 'rule', code: 'scam' }, facts: 'You asked three people for money.' } as const;

/** What an answer was refused with: its status, code and, if there are any, the reason or the wrong fields. */
export const refusal = (answer: ApiAnswer) => [
  answer.status,
  answer.at('error.code'),
  answer.at('error.details.reason') ?? answer.at('error.fields'),
];

export const NOT_FOUND = [404, 'not_found', undefined];
export const conflict = (reason: string) => [409, 'conflict', reason];

/** The site with what tests of the desk's cases share. */
export function deskCasesFixture() {
  const fixture = casesFixture();
  const { site } = fixture;
  return {
    ...fixture,
    /** The calls of an operator for cases. */
    desk: (operator: Pick<TestOperator, 'cookie'>) => {
      const client = site.as(operator);
      return {
        list: (query = '') => client.get(`/api/operator/cases.php?${query}`),
        /** How many cases wait. */
        waiting: async () => (await client.get('/api/operator/waiting-cases.php')).at('count'),
        next: () => client.post('/api/operator/next-case.php'),
        take: (number: string) => client.post('/api/operator/case-assignment.php', { number }),
        assign: (number: string, id: string) => client.put('/api/operator/case-assignment.php', { number, operator: id }),
        release: (number: string) => client.delete('/api/operator/case-assignment.php', { number }),
        colleagues: () => client.get('/api/operator/colleagues.php'),
        look: (number: string) => client.get(`/api/operator/case.php?number=${number}`),
        /** Looks at a case and checks the answer against the contract. */
        read: async (number: string): Promise<CaseDetails> => {
          const answer = await client.get(`/api/operator/case.php?number=${number}`);
          const parsed = v.parse(CaseDetails, answer.body);
          expect(parsed).toEqual(answer.body);
          return parsed;
        },
        lookAtPhoto: (number: string, photo: string) => client.post('/api/operator/case-photo.php', { number, photo }),
        decide: (number: string, more: object = {}) => client.post('/api/operator/decision.php', { number, ...WARNING, ...more }),
        sendAgain: (number: string) => client.post('/api/operator/case-letters.php', { number }),
      };
    },
    /** A reported member with their case and their reporter. */
    aReportedMember: async (traits: Parameters<typeof fixture.person>[0] = {}, report: object = {}) => {
      const [reporter, member] = await Promise.all([fixture.person(), fixture.person(traits)]);
      await fixture.report(reporter, member, report);
      return { reporter, member, number: (await fixture.theCaseOf(member.id)).number };
    },
    /** What a member has written down as an appeal against the decision of a case; its number. */
    appeal: async (member: { readonly id: string; readonly email: string; readonly cookie: string }, number: string) => {
      const body = { email: member.email, subject: 'decision', text: 'That was my brother', reference: number };
      const answer = await site.as(member).post('/api/complaints.php', body);
      const found = (await fixture.casesOf(member.id)).find(({ subjectKind, status }) => subjectKind === 'decision' && status === 'open');
      if (answer.status !== 201 || !found) throw new Error('there is no appeal');
      return found.number;
    },
  };
}
