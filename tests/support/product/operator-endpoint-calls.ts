import { eq } from 'drizzle-orm';
import { DAY } from '#contract/durations';
import { enrolmentCodeOf } from '#contract/operator/desk-session';
import type { Database } from '#db/client';
import { replaceEnrolment } from '#db/queries/operator/operators';
import { operatorPasskeys, operatorSessions, orders, settingChanges, settings } from '#db/schema/index';
import { enrolmentHash } from '../../../worker/domain/passkey-challenge.ts';
import { aDiscountCode, aMember, anOrderRow, newId, PASSWORD } from '../database/factories.ts';
import { aDeskSession, anOperator, type TestOperator } from '../database/operator-factories.ts';
import { SoftwarePasskey } from '../database/software-passkey.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { caseEndpointCalls } from './case-endpoint-calls.ts';

interface Fixture {
  readonly db: Database;
  /** The address of the site. */
  readonly url: string;
  readonly as: (member: { readonly cookie: string } | null) => ApiClient;
}

const challengeOf = (answer: ApiAnswer) => String(answer.at('options.challenge'));

/** For every endpoint of the desk a function that creates the rows it needs and returns a call that succeeds. */
export const operatorEndpointCalls = ({ db, url, as: client }: Fixture) => {
  const as = (operator: { readonly cookie: string } | null) => client(operator);
  const admin = () => anOperator(db, { role: 'admin' });
  const signed = (start: ApiAnswer, { passkey }: Pick<TestOperator, 'passkey'>) => ({
    challenge: start.at('challenge'),
    response: passkey.sign({ challenge: challengeOf(start), origin: url }),
  });
  const made = (start: ApiAnswer, passkey = new SoftwarePasskey()) => ({
    challenge: start.at('challenge'),
    name: 'Phone',
    response: passkey.create({ challenge: challengeOf(start), origin: url }),
  });
  const logIn = (email: string, more: object = {}) => as(null).post('/api/operator/login.php', { email, password: PASSWORD, ...more });
  const reads = (path: string) => async () => {
    const operator = await admin();
    return () => as(operator).get(path);
  };
  return {
    'operator.startLogIn': async () => {
      const { email } = await admin();
      return () => logIn(email);
    },
    'operator.finishLogIn': async () => {
      const operator = await admin();
      const body = signed(await logIn(operator.email), operator);
      return () => as(null).post('/api/operator/session.php', body);
    },
    'operator.enrolPasskey': async () => {
      const { id, email } = await admin();
      const code = enrolmentCodeOf(new Uint8Array(20));
      await replaceEnrolment(db, { memberId: id, codeHash: await enrolmentHash(code), createdAt: 1, expiresAt: Date.now() + DAY });
      const body = made(await logIn(email, { code }));
      return () => as(null).post('/api/operator/enrolment.php', body);
    },
    'operator.getOperator': reads('/api/operator/session.php'),
    'operator.logOutOperator': async () => {
      const operator = await admin();
      return () => as(operator).delete('/api/operator/session.php');
    },
    'operator.startConfirmation': async () => {
      const operator = await admin();
      return () => as(operator).post('/api/operator/confirmation.php');
    },
    'operator.confirmOperator': async () => {
      const operator = await admin();
      const body = signed(await as(operator).post('/api/operator/confirmation.php'), operator);
      return () => as(operator).put('/api/operator/confirmation.php', body);
    },
    'operator.listDeskSessions': reads('/api/operator/sessions.php'),
    'operator.endDeskSession': async () => {
      const operator = await admin();
      await aDeskSession(db, operator);
      const rows = await db.select().from(operatorSessions).where(eq(operatorSessions.memberId, operator.id));
      return () => as(operator).delete('/api/operator/sessions.php', { id: rows.at(-1)?.id });
    },
    'operator.listOwnActivity': reads('/api/operator/activity.php'),
    'operator.listPasskeys': reads('/api/operator/passkeys.php'),
    'operator.startPasskey': async () => {
      const operator = await admin();
      return () => as(operator).post('/api/operator/passkeys.php');
    },
    'operator.addPasskey': async () => {
      const operator = await admin();
      const body = made(await as(operator).post('/api/operator/passkeys.php'));
      return () => as(operator).put('/api/operator/passkeys.php', body);
    },
    'operator.deletePasskey': async () => {
      const operator = await admin();
      const { id, publicKey } = new SoftwarePasskey();
      await db
        .insert(operatorPasskeys)
        .values({ id, memberId: operator.id, publicKey, counter: 0, transports: [], name: 'Phone', createdAt: 1, usedAt: 1 });
      return () => as(operator).delete('/api/operator/passkeys.php', { id });
    },
    'operator.getFigures': reads('/api/operator/figures.php?from=2026-01-01&to=2026-01-02'),
    ...caseEndpointCalls({ db, as }),
    'operator.findMembers': reads('/api/operator/members.php?q=Noor'),
    'operator.getMember': async () => {
      const [operator, { id }] = [await admin(), await aMember(db)];
      return () => as(operator).get(`/api/operator/member.php?id=${id}`);
    },
    'operator.grantCredits': async () => {
      const [operator, { id: member }] = [await admin(), await aMember(db)];
      return () => as(operator).post('/api/operator/credits.php', { member, amount: 5, reason: 'sorry', nonce: newId() });
    },
    'operator.recordRefund': async () => {
      const [operator, member] = [await admin(), await aMember(db)];
      const order = anOrderRow({ memberId: member.id, status: 'paid' });
      await db.insert(orders).values(order);
      return () => as(operator).post('/api/operator/refund.php', { order: order.id, reason: 'paid twice' });
    },
    'operator.listDiscounts': reads('/api/operator/discounts.php'),
    'operator.endDiscount': async () => {
      const [operator, code] = [await admin(), await aDiscountCode(db)];
      return () => as(operator).delete('/api/operator/discounts.php', { code, reason: 'over' });
    },
    'operator.listSettings': reads('/api/operator/settings.php'),
    'operator.previewSetting': async () => {
      const operator = await admin();
      return () => as(operator).post('/api/operator/settings.php', { key: 'min_age', typed: '21' });
    },
    'operator.saveSetting': async () => {
      const operator = await admin();
      await db.delete(settings).where(eq(settings.key, 'photos_each'));
      return () => as(operator).put('/api/operator/settings.php', { key: 'photos_each', typed: '9', seen: '12' });
    },
    'operator.resetSetting': async () => {
      const operator = await admin();
      await db.delete(settings).where(eq(settings.key, 'photos_each'));
      return () => as(operator).delete('/api/operator/settings.php', { key: 'photos_each', seen: '12' });
    },
    'operator.listSettingChanges': reads('/api/operator/setting-changes.php'),
    'operator.revertSetting': async () => {
      const operator = await admin();
      const id = newId();
      await db.delete(settings).where(eq(settings.key, 'photos_each'));
      await db.insert(settingChanges).values({ id, key: 'photos_each', before: 7, after: null, actor: 'command_line', createdAt: 1 });
      return () => as(operator).post('/api/operator/setting-changes.php', { id, seen: '12' });
    },
  };
};
