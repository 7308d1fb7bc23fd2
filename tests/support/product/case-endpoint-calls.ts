import { eq } from 'drizzle-orm';
import type { Database } from '#db/client';
import { caseLetters, caseSources, cases, mails } from '#db/schema/index';
import { aCase, aMember, anImage, newId } from '../database/factories.ts';
import { anOperator } from '../database/operator-factories.ts';
import type { ApiClient } from './api-client.ts';

interface Fixture {
  readonly db: Database;
  readonly as: (operator: { readonly cookie: string }) => ApiClient;
}

const WARNING = { action: 'warn', ground: { kind: 'rule', code: 'scam' }, facts: 'You asked three people for money.' } as const;

/** For every endpoint of the desk's cases a function that creates the rows it needs and returns a call that succeeds. */
export const caseEndpointCalls = ({ db, as }: Fixture) => {
  /** An admin with a case about a member, which they have. */
  async function anOwnCase() {
    const [operator, member] = await Promise.all([anOperator(db, { role: 'admin' }), aMember(db)]);
    const number = await aCase(db, member.id);
    await db.update(cases).set({ assigneeId: operator.id }).where(eq(cases.number, number));
    return { member, number, operator, client: as(operator) };
  }
  /** The same, decided. */
  async function aDecidedCase() {
    const own = await anOwnCase();
    const answer = await own.client.post('/api/operator/decision.php', { number: own.number, ...WARNING });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return own;
  }
  return {
    'operator.listCases': async () => {
      const { client } = await anOwnCase();
      return () => client.get('/api/operator/cases.php');
    },
    'operator.countWaitingCases': async () => {
      const { client } = await anOwnCase();
      return () => client.get('/api/operator/waiting-cases.php');
    },
    'operator.takeNextCase': async () => {
      const [operator, member] = await Promise.all([anOperator(db), aMember(db)]);
      await aCase(db, member.id);
      return () => as(operator).post('/api/operator/next-case.php');
    },
    'operator.takeCase': async () => {
      const { client, number } = await anOwnCase();
      return () => client.post('/api/operator/case-assignment.php', { number });
    },
    'operator.assignCase': async () => {
      const [{ client, number }, other] = await Promise.all([anOwnCase(), anOperator(db)]);
      return () => client.put('/api/operator/case-assignment.php', { number, operator: other.id });
    },
    'operator.releaseCase': async () => {
      const { client, number } = await anOwnCase();
      return () => client.delete('/api/operator/case-assignment.php', { number });
    },
    'operator.listColleagues': async () => {
      const operator = await anOperator(db, { role: 'admin' });
      return () => as(operator).get('/api/operator/colleagues.php');
    },
    'operator.getCase': async () => {
      const { client, number } = await anOwnCase();
      return () => client.get(`/api/operator/case.php?number=${number}`);
    },
    'operator.lookAtPhoto': async () => {
      const { client, member, number } = await anOwnCase();
      const photo = await anImage(db, member.id);
      const evidence = { name: 'Noor', personal: null, prompts: [], photos: [photo], messages: [] };
      await db.insert(caseSources).values({ id: newId(), caseNumber: number, kind: 'rule', rule: 'same_text', evidence, createdAt: 1 });
      return () => client.post('/api/operator/case-photo.php', { number, photo });
    },
    'operator.decideCase': async () => {
      const { client, number } = await anOwnCase();
      return () => client.post('/api/operator/decision.php', { number, ...WARNING });
    },
    'operator.restoreDecision': async () => {
      const { client, number } = await aDecidedCase();
      return () => client.post('/api/operator/restoration.php', { number, facts: 'It was your brother.' });
    },
    'operator.sendLettersAgain': async () => {
      const { client, number, member } = await aDecidedCase();
      const mail = { id: newId(), recipient: member.email, kind: 'statement', subject: 'x', text: 'x', html: 'x' } as const;
      await db.insert(mails).values({ ...mail, createdAt: 1, dueAt: Number.MAX_SAFE_INTEGER, tries: 20 });
      await db.update(caseLetters).set({ mailId: mail.id }).where(eq(caseLetters.caseNumber, number));
      return () => client.post('/api/operator/case-letters.php', { number });
    },
  };
};
