import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { insertMail } from '#db/queries/shared/mail-queue';
import { accountNotifications, hides, images, knownDevices, knownNetworks, notificationSettings, pushes, reports } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember, anEmailChange, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { aSubscription } from '../../support/servers/push-service.ts';
import { accountFixture } from './account-fixture.ts';

const { site, rows } = accountFixture();

interface ExportedConversation {
  readonly with: { readonly id: string; readonly name: string };
  readonly messages: readonly { readonly from: string; readonly text: string }[];
}

const exported = (member: { cookie: string }) => site.as(member).get('/api/export.php');
const exportedConversations = async (member: { cookie: string }) => (await exported(member)).at('conversations') as ExportedConversation[];
const send = (from: { cookie: string }, id: string, text: string) =>
  site.as(from).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text } });

describe('the export', () => {
  test('holds everything that is stored about its member', async () => {
    const origin = { form_path: '/signup', referrer: 'https://somewhere.example' };
    const member = await aMember(site.db, {
      credits: 5,
      personal: 'About me',
      signupOrigin: origin,
      savedSearch: { gender: 'male' },
      hiddenWords: ['crypto'],
    });
    const [bas, tom] = [await aMember(site.db, { name: 'Bas' }), await aMember(site.db)];
    await Promise.all([aLike(site.db, member.id, bas.id), aLike(site.db, tom.id, member.id)]);
    const conversation = await aConversation(site.db, member.id, bas.id);
    await send(member, conversation, 'Hello Bas');
    await send(bas, conversation, 'Hello Noor');
    const files = { thumb: 't.webp', medium: 'm.webp', large: 'l.webp', width: 1, height: 1, thumbhash: 'x' };
    await site.db.insert(images).values({ id: newId(), memberId: member.id, position: 0, ...files });
    await anEmailChange(site.db, { memberId: member.id, oldEmail: 'old@example.org', newEmail: member.email, doneAt: Date.now() });
    const mail = { kind: 'activation' as const, recipient: member.email, subject: 'x', text: 'a link', html: 'x', createdAt: 1, dueAt: 1 };
    await insertMail(site.db, { id: newId(), memberId: member.id, ...mail });
    await site.db
      .insert(notificationSettings)
      .values({ memberId: member.id, matrix: { like: { mail: 'never' } }, quietFrom: '22:00', quietTo: '07:00', readTo: 1, seenTo: 2 });
    await site.db.insert(accountNotifications).values({ id: newId(), memberId: member.id, kind: 'account', event: 'refund', createdAt: 1 });
    await site.db.insert(knownDevices).values({ memberId: member.id, device: 'a browser', seenAt: 1 });
    await site.db.insert(knownNetworks).values({ memberId: member.id, network: 'a fingerprint', country: 'NL', seenAt: 1 });
    await site.db.insert(hides).values({ memberId: member.id, hiddenId: tom.id, createdAt: 1 });

    const about = { reason: 'scam' as const, text: 'Asked for money', messageIds: [newId()], createdAt: 1 };
    await site.db.insert(reports).values([
      { id: newId(), reporterId: member.id, reportedId: bas.id, ...about },
      { id: newId(), reporterId: tom.id, reportedId: member.id, reason: 'spam', text: 'Of the member', createdAt: 1 },
    ]);
    const complaint = { email: member.email, subject: 'payment', text: 'I paid twice', reference: 'order 7' };
    expect((await site.as(member).post('/api/complaints.php', complaint)).status).toBe(201);
    const subscription = aSubscription();
    expect((await site.as(member).post('/api/user.php?push=1', { subscription })).status).toBe(204);
    await site.db
      .insert(pushes)
      .values({ id: newId(), memberId: member.id, kind: 'like', tag: 'likes', createdAt: 1, dueAt: Date.now() + DAY });

    const answer = await exported(member);
    expect(JSON.stringify(answer.body)).not.toContain(subscription.endpoint);
    expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([200, 'attachment; filename="export.json"']);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      user: { email: member.email, hidden_words: ['crypto'], profile: { personal: 'About me', images: [{ large_filename: 'l.webp' }] } },
      signup_origin: origin,
      saved_search: { gender: 'male' },
      sessions: [{ device: 'test' }],
      known_devices: [{ device: 'a browser', last_seen_at: '1970-01-01T00:00:00.001Z' }],
      known_networks: [{ network: 'a fingerprint', country: 'NL', last_seen_at: '1970-01-01T00:00:00.001Z' }],
      notification_settings: [
        {
          chosen: { like: { mail: 'never' } },
          quiet_from: '22:00',
          quiet_to: '07:00',
          read_to: '1970-01-01T00:00:00.001Z',
          seen_to: '1970-01-01T00:00:00.002Z',
        },
      ],
      account_notifications: [{ event: 'refund', country: null, at: '1970-01-01T00:00:00.001Z' }],
      likes_given: [{ id: bas.id }],
      likes_received: [{ id: tom.id }],
      hidden: [{ id: tom.id }],
      reports: [{ profile: bas.id, reason: 'scam', text: 'Asked for money', messages: about.messageIds, closed_at: null }],
      complaints: [{ ...complaint, name: '', answer: null, profile: null, closed_at: null }],
      blocked: [],
      conversations: [
        {
          id: conversation,
          with: { id: bas.id, name: 'Bas' },
          messages: [
            { seq: 1, from: 'me', text: 'Hello Bas' },
            { seq: 2, from: 'them', text: 'Hello Noor' },
          ],
        },
      ],
      ledger: [
        { amount: 5, reason: 'grant' },
        { amount: -1, reason: 'message' },
      ],
      mail_changes: [{ old_email: 'old@example.org', new_email: member.email, undone_at: null }],
      mails: [{ kind: 'activation', created_at: '1970-01-01T00:00:00.001Z', accepted_at: null }, { kind: 'complaint' }],
      push_devices: [{ device: 'test' }],
      pushes: [{ kind: 'like', created_at: '1970-01-01T00:00:00.001Z' }],
    });
  });

  test('holds no password, token or other secret, and no address but the member’s own', async () => {
    const [member, bas] = [await aMember(site.db, { signupKey: 'a-key-of-a-form' }), await aMember(site.db, { name: 'Bas' })];
    await send(bas, await aConversation(site.db, member.id, bas.id), 'Hello');
    const text = JSON.stringify((await exported(member)).body);
    const [{ token_hash }] = (await rows('select token_hash from sessions where member_id = ?', member.id)) as unknown as [
      { token_hash: string },
    ];
    for (const secret of [
      token_hash,
      member.passwordHash,
      member.cookie.split('.')[1] ?? '',
      'a-key-of-a-form',
      bas.email,
      bas.dateOfBirth,
    ]) {
      expect(text.replaceAll(`"date_of_birth":"${member.dateOfBirth}"`, '')).not.toContain(secret);
    }
  });

  test('names nobody who is gone or has blocked the member, and lists no like of theirs', async () => {
    const member = await aMember(site.db);
    const [blocker, leaver] = [await aMember(site.db, { name: 'Blocker' }), await aMember(site.db, { name: 'Leaver' })];
    for (const { id, cookie } of [blocker, leaver]) {
      await aLike(site.db, id, member.id);
      await aLike(site.db, member.id, id);
      await send({ cookie }, await aConversation(site.db, member.id, id), 'Hello');
    }
    await aBlock(site.db, blocker.id, member.id);
    await site.as(leaver).delete('/api/user.php', { password: PASSWORD });
    const answer = await exported(member);
    expect(
      (answer.at('conversations') as ExportedConversation[]).map(({ with: other, messages }) => [other.name, messages.length]),
    ).toEqual([
      ['', 1],
      ['', 1],
    ]);
    expect(answer.at('likes_received')).toEqual([]);
    expect(answer.at('likes_given')).toHaveLength(2);
  });

  test('holds what the member wrote in a conversation they have deleted, but not what the other wrote', async () => {
    const [member, bas] = [await aMember(site.db, { credits: 1 }), await aMember(site.db)];
    const conversation = await aConversation(site.db, member.id, bas.id);
    await send(member, conversation, 'Mine');
    await send(bas, conversation, 'Theirs');
    await site.as(member).delete('/api/chat.php', { conversation: { id: conversation } });
    expect((await exportedConversations(member))[0]?.messages.map(({ text }) => text)).toEqual(['Mine']);
    expect((await exportedConversations(bas))[0]?.messages.map(({ text }) => text)).toEqual(['Mine', 'Theirs']);
  });

  test('leaves out a conversation that somebody has opened and nobody has written in, on both sides', async () => {
    const [member, bas] = [await aMember(site.db), await aMember(site.db, { name: 'Bas' })];
    const opened = await site.as(bas).get(`/api/chat.php?profile=${member.id}`);
    expect(opened.status).toBe(200);
    const text = JSON.stringify((await exported(member)).body);
    expect([text.includes(bas.id), text.includes('Bas'), text.includes(String(opened.at('id')))]).toEqual([false, false, false]);
    expect(await exportedConversations(bas)).toEqual([]);
  });

  test('names nobody of whose messages the member has deleted all and to whom they never wrote', async () => {
    const [member, bas] = [await aMember(site.db), await aMember(site.db, { name: 'Bas' })];
    const conversation = await aConversation(site.db, member.id, bas.id);
    await send(bas, conversation, 'Hello');
    await site.as(member).delete('/api/chat.php', { conversation: { id: conversation } });
    expect(await exportedConversations(member)).toEqual([]);
  });

  test('holds every message once and in order, also when there are more than one database answer can hold', async () => {
    const [member, ...others] = await Promise.all([1, 2, 3, 4].map(() => aMember(site.db)));
    if (!member) throw new Error('members were made');
    const conversations = await Promise.all(others.map(({ id }) => aConversation(site.db, member.id, id)));
    for (const id of conversations) {
      await rows(
        `with recursive n(seq) as (select 1 union all select seq + 1 from n where seq < 400)
         insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at)
         select hex(randomblob(16)), ?, seq, ?, hex(randomblob(16)), seq || replace(hex(zeroblob(2400)), '00', 'é'), 1 from n`,
        id,
        member.id,
      );
    }
    const found = await exportedConversations(member);
    expect(found).toHaveLength(3);
    for (const { messages } of found) {
      expect(messages.map(({ text }) => Number.parseInt(text, 10))).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
    }
  });

  test('works for a member who has no data yet', async () => {
    const answer = await exported(await aMember(site.db, { status: 'not_confirmed', email: newEmail() }));
    expect([answer.status, answer.at('conversations'), answer.at('mails')]).toEqual([200, [], []]);
  });
});
