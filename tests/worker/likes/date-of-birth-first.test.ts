import { describe, expect, test } from 'vitest';
import { aLike, aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { countRows } from '../../support/database/table-rows.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const like = (from: TestMember, to: TestMember) => site.as(from).post('/api/likes.php', { profile: to.id });
const open = async (from: TestMember, to: TestMember) => String((await site.as(from).get(`/api/chat.php?profile=${to.id}`)).at('id'));
const send = (from: TestMember, id: string, pass?: string) =>
  site.as(from).post('/api/chat.php', {
    conversation: { id },
    message: { client_id: newId(), text: 'Hello' },
    ...(pass === undefined ? {} : { send_pass: pass }),
  });
const bornOn = (member: TestMember, date_of_birth: string) => site.as(member).put('/api/user.php', { date_of_birth });
const REQUIRED = [403, 'date_of_birth_required'];
const parts = (answer: { status: number; at: (path: string) => unknown }) => [answer.status, answer.at('error.code')];

describe('a member without a date of birth', () => {
  test('is refused a like until they have one, and nobody hears of it', async () => {
    const [member, bas] = [await aMember(site.db, { dateOfBirth: null }), await aMember(site.db)];
    expect(parts(await like(member, bas))).toEqual(REQUIRED);
    expect((await site.as(bas).get('/api/likes.php')).at('liked_by')).toEqual([]);
    expect(await countRows(site.db, 'event_outbox', bas.id)).toBe(0);
    await bornOn(member, '1990-02-03');
    expect((await like(member, bas)).status).toBe(200);
    expect((await site.as(bas).get('/api/likes.php')).at('liked_by.0.id')).toBe(member.id);
  });

  test('is who has just signed up and skipped the step that asks for it', async () => {
    const { cookie } = await site.visitor.post('/api/user.php?new=1', await aSignUpForm());
    const bas = await aMember(site.db);
    const newcomer = site.as({ cookie });
    expect((await newcomer.put('/api/user.php', { lastSignupStep: 6 })).at('user.profile.date_of_birth')).toBeNull();
    expect(parts(await newcomer.post('/api/likes.php', { profile: bas.id }))).toEqual(REQUIRED);
  });

  test('is answered a like again that they gave before the rule, as everybody is', async () => {
    const [member, bas] = [await aMember(site.db, { dateOfBirth: null }), await aMember(site.db)];
    await aLike(site.db, member.id, bas.id);
    expect((await like(member, bas)).body).toEqual({ did_like_profile: true, match: false });
  });

  test('may take back a like that they gave before the rule', async () => {
    const [member, bas] = [await aMember(site.db, { dateOfBirth: null }), await aMember(site.db)];
    await aLike(site.db, member.id, bas.id);
    expect((await site.as(member).delete('/api/likes.php', { profile: bas.id })).status).toBe(200);
  });

  test('is refused a first message and a reply until they have one, with a send pass as well', async () => {
    const [member, bas] = [await aMember(site.db, { dateOfBirth: null }), await aMember(site.db)];
    await aMatch(site.db, member.id, bas.id);
    const conversation = await open(member, bas);
    expect(parts(await send(member, conversation))).toEqual(REQUIRED);
    expect((await send(bas, conversation)).status).toBe(201);
    const thread = await site.as(member).get(`/api/chat.php?conversation=${conversation}`);
    expect(thread.at('can_send')).toEqual({ ok: true, code: null });
    expect(parts(await send(member, conversation, String(thread.at('send_pass'))))).toEqual(REQUIRED);
    await bornOn(member, '1990-02-03');
    expect((await send(member, conversation, String(thread.at('send_pass')))).status).toBe(201);
  });

  test('is told first what else forbids the message', async () => {
    const [member, bas] = [await aMember(site.db, { dateOfBirth: null, status: 'not_confirmed' }), await aMember(site.db)];
    expect(parts(await send(member, await open(member, bas)))).toEqual([403, 'not_confirmed']);
  });

  test('who is too young cannot say so and go on', async () => {
    const [member, bas] = [await aMember(site.db, { dateOfBirth: null }), await aMember(site.db)];
    const young = await bornOn(member, `${new Date().getUTCFullYear() - 17}-01-01`);
    expect([young.status, young.at('error.fields')]).toEqual([422, { date_of_birth: 'not_allowed' }]);
    expect(parts(await like(member, bas))).toEqual(REQUIRED);
  });
});
