import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { mailsTo as readMailbox } from '#db/queries/shared/mail-queue';
import { attempts, complaints, mails } from '#db/schema/index';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();

const aComplaint = (more: object = {}) => ({ email: newEmail(), subject: 'payment', text: 'I paid twice', ...more });
const complain = (body: object, who = site.visitor, headers = {}) => who.post('/api/complaints.php', body, headers);
const readStatus = (number: unknown, email: string) => site.visitor.post('/api/complaints.php?status=1', { number, email });
const stored = async (number: unknown) =>
  (
    await site.db
      .select()
      .from(complaints)
      .where(eq(complaints.number, String(number)))
  )[0];
const mailsTo = (email: string) => readMailbox(site.db, email);

beforeEach(async () => {
  await site.db.delete(attempts);
});

describe('a complaint', () => {
  test('of a visitor is stored with all they said, and its number is mailed in their language', async () => {
    const profile = await aMember(site.db);
    const body = aComplaint({ text: ' I paid\n\ntwice ', name: 'Noor', reference: 'order 7', profile: profile.id });
    const answer = await complain(body, site.visitor, { 'Accept-Language': 'nl' });
    expect(answer.status).toBe(201);
    expect(answer.at('number')).toMatch(/^[\dA-HJKMNP-TV-Z]{10}$/);
    expect(await stored(answer.at('number'))).toMatchObject({
      memberId: null,
      email: body.email,
      name: 'Noor',
      locale: 'nl',
      subject: 'payment',
      text: 'I paid\n\ntwice',
      reference: 'order 7',
      profileId: profile.id,
      answer: null,
      closedAt: null,
    });
    const [mail, ...more] = await mailsTo(body.email);
    expect([mail?.kind, mail?.memberId, more]).toEqual(['complaint', null, []]);
    expect(mail?.subject).toContain(String(answer.at('number')));
    expect(mail?.text).toContain('binnen 14 dagen antwoord');
  });

  test('of a member is stored with their account, and confirmed in their own language', async () => {
    const member = await aMember(site.db, { locale: 'nl' });
    const body = aComplaint({ email: member.email });
    const { number } = (await complain(body, site.as(member), { 'Accept-Language': 'en' })).body as { number: string };
    expect(await stored(number)).toMatchObject({ memberId: member.id, locale: 'nl' });
    expect((await mailsTo(member.email))[0]?.memberId).toBe(member.id);
  });

  test('may come from a banned member, and is stored with their account', async () => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'spam' });
    const answer = await complain(aComplaint({ email: member.email, subject: 'decision' }), site.as(member));
    expect([answer.status, (await stored(answer.at('number')))?.memberId]).toEqual([201, member.id]);
  });

  test('with an invalid session counts as a visitor’s', async () => {
    const answer = await complain(aComplaint(), site.as({ cookie: `session=${newId()}.${newId()}` }));
    expect([answer.status, (await stored(answer.at('number')))?.memberId]).toEqual([201, null]);
  });

  test('may name a profile that does not exist, and a subject in one’s own words', async () => {
    const answer = await complain(aComplaint({ profile: newId(), subject: 'My cat’s photo' }));
    expect(await stored(answer.at('number'))).toMatchObject({ profileId: null, subject: 'My cat’s photo' });
  });

  test('made again, or twice at once, is one complaint with one mail', async () => {
    const body = aComplaint();
    const answers = await Promise.all([complain(body), complain(body), complain(body)]);
    answers.push(await complain(body));
    expect(new Set(answers.map((answer) => answer.at('number'))).size).toBe(1);
    expect(await mailsTo(body.email)).toHaveLength(1);
    const other = await complain({ ...body, reference: 'order 8' });
    expect(other.at('number')).not.toBe(answers[0]?.at('number'));
  });

  test('mails nothing that was typed into it', async () => {
    const body = aComplaint({ text: 'Buy at shop.example', name: 'shop.example', reference: 'shop.example', subject: 'shop.example' });
    await complain(body);
    expect(JSON.stringify(await mailsTo(body.email))).not.toContain('shop.example');
  });

  test.each([
    [{ email: '' }, { email: 'required' }],
    [{ email: 'noor@' }, { email: 'not_allowed' }],
    [{ email: 7 }, { email: 'wrong_type' }],
    [{ subject: undefined }, { subject: 'required' }],
    [{ subject: 'x'.repeat(151) }, { subject: 'too_long' }],
    [{ text: ' \u200b ' }, { text: 'required' }],
    [{ text: 'x'.repeat(5001) }, { text: 'too_long' }],
    [{ text: '\ud800' }, { text: 'wrong_type' }],
    [{ name: 'x'.repeat(151) }, { name: 'too_long' }],
    [{ reference: 'x'.repeat(301) }, { reference: 'too_long' }],
    [{ subject: 'other\nclosed' }, { subject: 'not_allowed' }],
    [{ name: 'Noor\u202e' }, { name: 'not_allowed' }],
    [{ reference: 'order 1\u2028order 2' }, { reference: 'not_allowed' }],
    [{ profile: '../me' }, { profile: 'unknown' }],
  ])('with %j is refused, and nothing is stored', async (wrong, fields) => {
    const before = await allRows(site.db);
    const answer = await complain(aComplaint(wrong));
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('of five thousand characters of any script is stored whole', async () => {
    const text = '💀'.repeat(5000);
    const answer = await complain(aComplaint({ text }));
    expect([answer.status, (await stored(answer.at('number')))?.text]).toEqual([201, text]);
  });

  test('from another site is refused', async () => {
    const answer = await complain(aComplaint(), site.visitor, { Origin: 'https://elsewhere.example' });
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'bad_origin']);
  });
});

describe('too many complaints', () => {
  const limitedTo = async (key: string, value: number, run: () => Promise<void>) => {
    await saveSetting(site.db, key, value);
    // The end of a day is also the end of an hour, so that this suits both limits.
    await avoidWindowEnd(HOUR);
    try {
      await run();
    } finally {
      await clearSetting(site.db, key);
    }
  };

  test('with one address in a day are refused with the time to wait, and not stored', () =>
    limitedTo('complaints_a_day', 2, async () => {
      const email = newEmail();
      const answers = [];
      for (const text of ['one', 'two', 'three']) answers.push(await complain(aComplaint({ email, text })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
      expect(answers[2]?.at('error.details.ends_at')).toMatch(/Z$/);
      expect(Number(answers[2]?.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await mailsTo(email)).toHaveLength(2);
      expect((await complain(aComplaint())).status).toBe(201);
      // A complaint that was accepted before is answered again with its number.
      expect((await complain(aComplaint({ email, text: 'one' }))).status).toBe(201);
    }));

  test('of one member, whatever address they give', () =>
    limitedTo('own_complaints_a_day', 1, async () => {
      const member = await aMember(site.db);
      expect((await complain(aComplaint(), site.as(member))).status).toBe(201);
      expect((await complain(aComplaint(), site.as(member))).status).toBe(429);
      const forged = { cookie: `session=${member.id}.${newId()}` };
      expect((await complain(aComplaint(), site.as(forged))).status).toBe(201);
    }));

  test('from one network in an hour are refused, and so are requests for their status', async () => {
    await limitedTo('complaints_an_hour', 1, async () => {
      expect((await complain(aComplaint())).status).toBe(201);
      expect((await complain(aComplaint())).status).toBe(429);
    });
    await limitedTo('complaint_looks_an_hour', 1, async () => {
      expect((await readStatus('0123456789', newEmail())).status).toBe(404);
      expect((await readStatus('0123456789', newEmail())).status).toBe(429);
    });
  });
});

describe('the status of a complaint', () => {
  test('is shown to whoever knows its number and address, however the number is typed', async () => {
    const body = aComplaint();
    const number = String((await complain(body)).at('number'));
    const answer = await readStatus(number, body.email);
    expect(answer.body).toMatchObject({ number, status: 'open', closed_at: null });
    const wait = Date.parse(String(answer.at('due_at'))) - Date.parse(String(answer.at('created_at')));
    expect(wait).toBe(14 * DAY);
    const typed = ` ${number.slice(0, 5).toLowerCase()}-${number.slice(5).replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await readStatus(typed, body.email.toUpperCase())).at('number')).toBe(number);
  });

  test('is shown to nobody else', async () => {
    const body = aComplaint();
    const number = String((await complain(body)).at('number'));
    const wrongAddress = await readStatus(number, newEmail());
    const none = await readStatus('0000000000', body.email);
    expect([wrongAddress.status, none.status]).toEqual([404, 404]);
    expect(wrongAddress.body).toEqual(none.body);
    for (const [wrong, code] of [
      ['', 'required'],
      ['12', 'unknown'],
      ['x'.repeat(101), 'too_long'],
    ])
      expect((await readStatus(wrong, body.email)).at('error.fields')).toEqual({ number: code });
  });
});

test('a year after it was closed a complaint is deleted, with the mails about it to an address without an account', async () => {
  const [old, fresh, open] = [aComplaint(), aComplaint(), aComplaint()];
  for (const body of [old, fresh, open]) await complain(body);
  const before = Date.now() - 366 * DAY;
  const closedAt = (email: string, time: number) => site.db.update(complaints).set({ closedAt: time }).where(eq(complaints.email, email));
  await closedAt(old.email, before);
  await closedAt(fresh.email, Date.now() - 364 * DAY);
  await site.db.update(complaints).set({ createdAt: before }).where(eq(complaints.email, open.email));
  await site.db.update(mails).set({ createdAt: before }).where(eq(mails.recipient, old.email));
  expect(await site.worker.scheduled()).toBe('ok');
  const left = async ({ email }: { email: string }) => [
    (await site.db.select().from(complaints).where(eq(complaints.email, email))).length,
    (await mailsTo(email)).length,
  ];
  expect([await left(old), await left(fresh), await left(open)]).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
});
