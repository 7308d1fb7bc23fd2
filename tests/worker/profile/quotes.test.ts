import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { QuotedBlock } from '#contract/quotes';
import { eventOutbox, images, likes, memberFields, memberPrompts, members, messages, quotes } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMatch, aMember, anImage, newId, type TestMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const TEXT = 'I mend books for a living. I read the menu out loud, <script>alert(1)</script> included.';

/** A member whose profile has a photo, two prompts, a field and a text. */
async function aWrittenProfile(traits: Parameters<typeof aMember>[1] = {}) {
  const owner = await aMember(site.db, { name: 'Marit', ...traits });
  const photo = await anImage(site.db, owner.id);
  const answer = await site.as(owner).put('/api/user.php', {
    personal: TEXT,
    prompts: [
      { id: 'last_learned', text: 'How to bind a book' },
      { id: 'argue_about', text: 'Pineapple' },
    ],
    fields: { relationship_status: 'single' },
  });
  expect(answer.status).toBe(200);
  return { owner, photo };
}

const blocksOf = (photo: string): readonly (readonly [string, QuotedBlock, object])[] => [
  ['a photo', { photo }, { photo: { id: photo, is_nude: false } }],
  ['a prompt', { prompt: 'last_learned' }, { prompt: 'last_learned', text: 'How to bind a book' }],
  ['a field', { field: 'relationship_status' }, { field: 'relationship_status', value: 'single' }],
  ['a text', { text: 'I mend books for a living.' }, { text: 'I mend books for a living.' }],
];

const like = (from: TestMember, to: TestMember, about?: unknown) =>
  site.as(from).post('/api/likes.php', { profile: to.id, ...(about === undefined ? {} : { about }) });
const send = (from: TestMember, conversation: string, text: string, about?: unknown, clientId = newId()) =>
  site.as(from).post('/api/chat.php', {
    conversation: { id: conversation },
    message: { client_id: clientId, text, ...(about === undefined ? {} : { about }) },
  });
const threadOf = async (member: TestMember, conversation: string) => site.as(member).get(`/api/chat.php?conversation=${conversation}`);
const eventsOf = async ({ id }: TestMember, type: string) =>
  (await site.db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id)))
    .map(({ event }) => event as { type: string; about?: unknown; liked?: unknown; message?: { about?: unknown } })
    .filter((event) => event.type === type);
const quotesOf = (owner: TestMember) => site.db.select().from(quotes).where(eq(quotes.ownerId, owner.id));
const likersOf = async (member: TestMember) => (await site.as(member).get('/api/likes.php?type=liked_by')).at('liked_by.0.about');

describe('a like about', () => {
  test.each([0, 1, 2, 3])('block %i of a profile shows in both lists, in the event and in the notification', async (i) => {
    const { owner, photo } = await aWrittenProfile();
    const bas = await aMember(site.db, { name: 'Bas' });
    const [, about, quote] = blocksOf(photo)[i] ?? [];
    expect((await like(bas, owner, about)).body).toEqual({ did_like_profile: true, match: false });
    expect(await likersOf(owner)).toMatchObject(quote ?? {});
    expect((await site.as(bas).get('/api/likes.php')).at('profiles.0.about')).toMatchObject(quote ?? {});
    expect((await eventsOf(owner, 'like.received'))[0]?.about).toMatchObject(quote ?? {});
    expect((await site.as(owner).get('/api/notifications.php')).at('items.0.about')).toMatchObject(quote ?? {});
  });

  test('nothing in particular has no quote', async () => {
    const { owner } = await aWrittenProfile();
    const bas = await aMember(site.db);
    await like(bas, owner);
    expect([await likersOf(owner), (await eventsOf(owner, 'like.received'))[0]]).toEqual([
      undefined,
      expect.not.objectContaining({ about: expect.anything() }),
    ]);
  });

  test('what the profile does not have is refused, and nothing is liked', async () => {
    const { owner, photo } = await aWrittenProfile();
    const { photo: othersPhoto } = await aWrittenProfile();
    const bas = await aMember(site.db);
    await site.db.delete(images).where(eq(images.id, photo));
    for (const about of [
      { photo },
      { photo: othersPhoto },
      { prompt: 'find_me' },
      { prompt: 'no_such_prompt' },
      { field: 'height' },
      { text: 'I mend books for a living!' },
    ])
      expect([(await like(bas, owner, about)).at('error.code'), about]).toEqual(['about_gone', about]);
    expect([await site.db.select().from(likes).where(eq(likes.likerId, bas.id)), await quotesOf(owner)]).toEqual([[], []]);
  });

  test.each([
    ['nothing', {}],
    ['two blocks', { prompt: 'last_learned', field: 'relationship_status' }],
    ['text that is too long', { text: 'x'.repeat(501) }],
    ['a blank text', { text: '  ' }],
    ['a photo with an id that is none', { photo: '../../x' }],
    ['a list', [{ prompt: 'last_learned' }]],
    ['a word', 'last_learned'],
  ])('%s is refused as invalid', async (_, about) => {
    const { owner } = await aWrittenProfile();
    const answer = await like(await aMember(site.db), owner, about);
    expect([answer.status, await quotesOf(owner)]).toEqual([422, []]);
  });

  test('one block keeps its quote when it is given again about another, and the first of two at once', async () => {
    const { owner, photo } = await aWrittenProfile();
    const bas = await aMember(site.db);
    await like(bas, owner, { prompt: 'last_learned' });
    await like(bas, owner, { photo });
    expect(await likersOf(owner)).toMatchObject({ prompt: 'last_learned' });
    const tom = await aMember(site.db);
    await Promise.all([like(tom, owner, { photo }), like(tom, owner, { prompt: 'argue_about' })]);
    expect((await quotesOf(owner)).filter(({ authorId }) => authorId === tom.id)).toHaveLength(1);
  });

  test('one block that is taken back takes its quote along, and can be given again about another', async () => {
    const { owner, photo } = await aWrittenProfile();
    const bas = await aMember(site.db);
    await like(bas, owner, { prompt: 'last_learned' });
    await site.as(bas).delete('/api/likes.php', { profile: owner.id });
    expect(await quotesOf(owner)).toEqual([]);
    await like(bas, owner, { photo });
    expect(await likersOf(owner)).toMatchObject({ photo: { id: photo } });
  });

  test('a block that completes a match tells both what each liked of the other', async () => {
    const [{ owner, photo }, { owner: bas }] = await Promise.all([aWrittenProfile(), aWrittenProfile({ name: 'Bas' })]);
    await like(bas, owner, { photo });
    await like(owner, bas, { prompt: 'argue_about' });
    const [ofOwner, ofBas] = [{ photo: { id: photo } }, { prompt: 'argue_about', text: 'Pineapple' }];
    expect((await eventsOf(owner, 'match.made'))[0]?.liked).toMatchObject({ mine: ofBas, theirs: ofOwner });
    expect((await eventsOf(bas, 'match.made'))[0]?.liked).toMatchObject({ mine: ofOwner, theirs: ofBas });
    const conversation = await aConversation(site.db, owner.id, bas.id);
    expect((await threadOf(owner, conversation)).at('liked')).toMatchObject({ mine: ofBas, theirs: ofOwner });
    expect((await threadOf(bas, conversation)).at('liked')).toMatchObject({ mine: ofOwner, theirs: ofBas });
  });

  test('a block of a blocked member, or of one who blocks, is refused like any like of them', async () => {
    const { owner, photo } = await aWrittenProfile();
    const [bas, tom] = [await aMember(site.db), await aMember(site.db)];
    await aBlock(site.db, bas.id, owner.id);
    await aBlock(site.db, owner.id, tom.id);
    expect([(await like(bas, owner, { photo })).at('error.code'), (await like(tom, owner, { photo })).at('error.code')]).toEqual([
      'blocked',
      'not_found',
    ]);
    expect(await quotesOf(owner)).toEqual([]);
  });

  test('a block by somebody unconfirmed stays hidden until they confirm', async () => {
    const { owner } = await aWrittenProfile();
    const bas = await aMember(site.db, { status: 'not_confirmed' });
    await like(bas, owner, { prompt: 'last_learned' });
    const conversation = await aConversation(site.db, owner.id, bas.id);
    expect([await likersOf(owner), (await threadOf(owner, conversation)).at('liked.theirs')]).toEqual([undefined, null]);
    await site.db.update(members).set({ status: 'active' }).where(eq(members.id, bas.id));
    expect(await likersOf(owner)).toMatchObject({ prompt: 'last_learned' });
  });
});

describe('a message about', () => {
  test.each([0, 1, 2, 3])('block %i of a profile holds it in the answer, in both threads and in both events', async (i) => {
    const { owner, photo } = await aWrittenProfile();
    const bas = await aMember(site.db);
    await aMatch(site.db, owner.id, bas.id);
    const conversation = await aConversation(site.db, owner.id, bas.id);
    const [, about, quote] = blocksOf(photo)[i] ?? [];
    const answer = await send(bas, conversation, 'Is that so?', about);
    expect(answer.status).toBe(201);
    expect(answer.at('message.about')).toMatchObject(quote ?? {});
    for (const member of [owner, bas]) {
      expect((await threadOf(member, conversation)).at('messages.0.about')).toMatchObject(quote ?? {});
      expect((await eventsOf(member, 'message.sent'))[0]?.message?.about).toMatchObject(quote ?? {});
    }
    expect((await site.as(owner).get('/api/notifications.php')).at('items.0.about')).toMatchObject(quote ?? {});
    await send(bas, conversation, 'And this?');
    expect((await threadOf(owner, conversation)).at('messages.1.about')).toBeUndefined();
    expect((await site.as(owner).get('/api/notifications.php')).at('items.0.about')).toBeUndefined();
  });

  test('what is gone is refused, costs nothing and stores nothing; with and without a send pass', async () => {
    const { owner, photo } = await aWrittenProfile();
    const bas = await aMember(site.db, { credits: 5 });
    const conversation = await aConversation(site.db, owner.id, bas.id);
    await site.db.delete(images).where(eq(images.id, photo));
    const pass = (await threadOf(bas, conversation)).at('send_pass');
    const message = { client_id: newId(), text: 'Is that so?', about: { photo } };
    const withPass = await site.as(bas).post('/api/chat.php', { conversation: { id: conversation }, message, send_pass: pass });
    expect([withPass.at('error.code'), (await send(bas, conversation, 'Is that so?', { photo })).at('error.code')]).toEqual([
      'about_gone',
      'about_gone',
    ]);
    expect(await site.db.select().from(messages).where(eq(messages.conversationId, conversation))).toEqual([]);
    expect((await site.as(bas).get('/api/user.php')).at('user.credits')).toBe(5);
  });

  test('a block that is sent again gives the first result, with its quote', async () => {
    const { owner } = await aWrittenProfile();
    const bas = await aMember(site.db);
    await aMatch(site.db, owner.id, bas.id);
    const conversation = await aConversation(site.db, owner.id, bas.id);
    const id = newId();
    const first = await send(bas, conversation, 'Why?', { prompt: 'argue_about' }, id);
    await site.as(owner).put('/api/user.php', { prompts: [{ id: 'argue_about', text: 'Anchovies' }] });
    const second = await send(bas, conversation, 'Why?', { prompt: 'argue_about' }, id);
    expect([second.status, second.at('message')]).toEqual([200, first.at('message')]);
  });

  test('one’s own profile, or that of a third member, is refused', async () => {
    const [{ owner, photo }, { owner: bas, photo: ownPhoto }] = await Promise.all([aWrittenProfile(), aWrittenProfile()]);
    const tom = await aMember(site.db);
    await aMatch(site.db, tom.id, bas.id);
    const conversation = await aConversation(site.db, tom.id, bas.id);
    expect([
      (await send(bas, conversation, 'Look', { photo: ownPhoto })).at('error.code'),
      (await send(bas, conversation, 'Look', { photo })).at('error.code'),
    ]).toEqual(['about_gone', 'about_gone']);
    expect([await quotesOf(owner), await quotesOf(bas)]).toEqual([[], []]);
  });
});

describe('a quote', () => {
  async function quoted(about: (photo: string) => QuotedBlock) {
    const { owner, photo } = await aWrittenProfile();
    const bas = await aMember(site.db, { name: 'Bas' });
    await aLike(site.db, owner.id, bas.id);
    await like(bas, owner, about(photo));
    const conversation = await aConversation(site.db, owner.id, bas.id);
    await send(bas, conversation, 'Is that so?', about(photo));
    const seen = async () => [await likersOf(owner), (await threadOf(bas, conversation)).at('messages.0.about')];
    return { owner, bas, photo, conversation, seen };
  }

  test('of a prompt is kept as it was when the answer changes, and goes with the prompt', async () => {
    const { owner, seen } = await quoted(() => ({ prompt: 'last_learned' }));
    await site.as(owner).put('/api/user.php', { prompts: [{ id: 'last_learned', text: 'Nothing' }] });
    expect(await seen()).toEqual([0, 1].map(() => ({ prompt: 'last_learned', text: 'How to bind a book' })));
    await site.as(owner).put('/api/user.php', { prompts: [] });
    expect(await seen()).toEqual([undefined, undefined]);
  });

  test('of a field is kept as it was when the value changes, and goes with the field', async () => {
    const { owner, seen } = await quoted(() => ({ field: 'relationship_status' }));
    await site.as(owner).put('/api/user.php', { fields: { relationship_status: 'divorced' } });
    expect(await seen()).toEqual([0, 1].map(() => ({ field: 'relationship_status', value: 'single' })));
    await site.as(owner).put('/api/user.php', { fields: { relationship_status: null } });
    expect(await seen()).toEqual([undefined, undefined]);
  });

  test('of a text stays while the text contains it, and goes when it is rewritten', async () => {
    const { owner, seen } = await quoted(() => ({ text: 'I mend books for a living.' }));
    await site.as(owner).put('/api/user.php', { personal: `Hello! ${TEXT}`, name: 'Marit' });
    expect(await seen()).toEqual([0, 1].map(() => ({ text: 'I mend books for a living.' })));
    await site.as(owner).put('/api/user.php', { personal: 'I sell books.' });
    expect(await seen()).toEqual([undefined, undefined]);
  });

  test('of a photo goes with the photo, whose message stays', async () => {
    const { owner, photo, bas, conversation, seen } = await quoted((id) => ({ photo: id }));
    expect(await seen()).toMatchObject([0, 1].map(() => ({ photo: { id: photo } })));
    expect((await site.as(owner).delete('/api/profileimage.php', { image: { id: photo } })).status).toBeLessThan(300);
    expect([await seen(), (await threadOf(bas, conversation)).at('messages.0.text')]).toEqual([[undefined, undefined], 'Is that so?']);
  });

  test('is not shown while the account of the quoted member is deleted, comes back with it, and goes with its erasure', async () => {
    const { owner, bas, conversation } = await quoted(() => ({ prompt: 'last_learned' }));
    const inThread = async () => (await threadOf(bas, conversation)).at('messages.0.about');
    for (const status of ['deleted', 'banned'] as const) {
      await site.db.update(members).set({ status }).where(eq(members.id, owner.id));
      expect([status, await inThread()]).toEqual([status, undefined]);
    }
    await site.db.update(members).set({ status: 'active' }).where(eq(members.id, owner.id));
    expect(await inThread()).toMatchObject({ prompt: 'last_learned' });
    await site.db.delete(members).where(eq(members.id, owner.id));
    expect(await site.db.select().from(quotes).where(eq(quotes.authorId, bas.id))).toEqual([]);
  });

  test('is not shown to its author while the quoted member blocks them, but stays with the message of the other', async () => {
    const { owner, bas, conversation } = await quoted(() => ({ prompt: 'last_learned' }));
    await aBlock(site.db, owner.id, bas.id);
    const thread = await threadOf(bas, conversation);
    const exported = await site.as(bas).get('/api/export.php');
    expect([thread.at('messages.0.about'), thread.at('liked')]).toEqual([undefined, { mine: null, theirs: null }]);
    expect([exported.at('likes_given.0.about'), exported.at('conversations.0.messages.0.about')]).toEqual([null, undefined]);
    expect((await threadOf(owner, conversation)).at('messages.0.about')).toMatchObject({ prompt: 'last_learned' });
  });

  test.each([
    ['blocks', ({ id }: TestMember, bas: TestMember) => aBlock(site.db, bas.id, id)],
    ['is banned', (_: TestMember, { id }: TestMember) => site.db.update(members).set({ status: 'banned' }).where(eq(members.id, id))],
    ['has left', (_: TestMember, { id }: TestMember) => site.db.update(members).set({ status: 'deleted' }).where(eq(members.id, id))],
  ])('of a single message is not in the notification list once its author %s', async (_, change) => {
    const { owner, bas } = await quoted(() => ({ prompt: 'last_learned' }));
    const noticed = async () => {
      const { items } = (await site.as(owner).get('/api/notifications.php')).body as { items: { kind: string; about?: unknown }[] };
      return items.map(({ kind, about }) => [kind, about !== undefined]);
    };
    expect((await noticed()).toSorted()).toEqual([
      ['match', true],
      ['message', true],
    ]);
    await change(owner, bas);
    expect(await noticed()).toEqual([['message', false]]);
  });

  test('is in the data export of who gave it, and of whose profile it is', async () => {
    const { owner, bas } = await quoted(() => ({ prompt: 'last_learned' }));
    const quote = { prompt: 'last_learned', text: 'How to bind a book' };
    const [given, received] = await Promise.all([bas, owner].map((member) => site.as(member).get('/api/export.php')));
    expect([given?.at('likes_given.0.about'), given?.at('conversations.0.messages.0.about')]).toEqual([quote, quote]);
    expect([received?.at('likes_received.0.about'), received?.at('conversations.0.messages.0.about')]).toEqual([quote, quote]);
  });
});

describe('prompts', () => {
  test('are answered in an order, replaced as a whole, and shown to everybody', async () => {
    const { owner } = await aWrittenProfile();
    const bas = await aMember(site.db);
    const answered = [
      { id: 'last_learned', text: 'How to bind a book' },
      { id: 'argue_about', text: 'Pineapple' },
    ];
    expect((await site.as(owner).get('/api/user.php')).at('user.profile.prompts')).toEqual(answered);
    for (const viewer of [site.visitor, site.as(bas)])
      expect((await viewer.get(`/api/profile.php?id=${owner.id}`)).at('profile.prompts')).toEqual(answered);
    await site.as(owner).put('/api/user.php', { prompts: answered.toReversed() });
    expect((await site.as(bas).get(`/api/profile.php?id=${owner.id}`)).at('profile.prompts')).toEqual(answered.toReversed());
    await site.as(owner).put('/api/user.php', { name: 'Marit' });
    expect(await site.db.select().from(memberPrompts).where(eq(memberPrompts.memberId, owner.id))).toHaveLength(2);
    await site.as(owner).put('/api/user.php', { prompts: [] });
    expect(await site.db.select().from(memberPrompts).where(eq(memberPrompts.memberId, owner.id))).toEqual([]);
  });

  test.each([
    ['of 5,000 characters', [{ id: 'find_me', text: 'x'.repeat(5000) }], 'too_long'],
    ['that says nothing', [{ id: 'find_me', text: ' ' }], 'required'],
    ['that is not in the catalogue', [{ id: 'cycling', text: 'Yes' }], 'unknown'],
    ['twice', ['a', 'b'].map((text) => ({ id: 'find_me', text })), 'not_allowed'],
    ['and three more', ['find_me', 'last_learned', 'argue_about', 'cycling'].map((id) => ({ id, text: 'Yes' })), 'too_long'],
  ])('an answer %s is refused, and changes nothing', async (_, prompts, code) => {
    const { owner } = await aWrittenProfile();
    const answer = await site.as(owner).put('/api/user.php', { prompts, name: 'Other' });
    expect([answer.status, Object.values(answer.at('error.fields') as object)]).toEqual([422, [code]]);
    const user = (await site.as(owner).get('/api/user.php')).at('user.profile');
    expect(user).toMatchObject({ name: 'Marit', prompts: [{ id: 'last_learned' }, { id: 'argue_about' }] });
  });

  test('are labelled in the language of the caller', async () => {
    const [english, dutch] = await Promise.all(
      ['en', 'nl'].map((language) => fetch(new URL('/api/prompts.php', site.url), { headers: { 'Accept-Language': language } })),
    );
    const labelOf = async (response: Response | undefined) => {
      const answer = (await response?.json()) as { prompts: { id: string; label: string }[] } | undefined;
      return answer?.prompts.find(({ id }) => id === 'last_learned')?.label;
    };
    expect([await labelOf(english), await labelOf(dutch)]).toEqual(['The last thing I learned', 'Het laatste wat ik heb geleerd']);
  });
});

test('a card shows the first sentence of the text, or of the first prompt, or nothing', async () => {
  const { owner } = await aWrittenProfile();
  const bas = await aMember(site.db);
  const lineOf = async () => (await site.as(bas).get(`/api/profile.php?id=${owner.id}`)).at('profile.opening_line');
  expect(await lineOf()).toBe('I mend books for a living.');
  await site.as(owner).put('/api/user.php', { personal: null });
  expect(await lineOf()).toBe('How to bind a book');
  await site.as(owner).put('/api/user.php', { prompts: [] });
  expect([await lineOf(), await site.db.select().from(memberFields).where(eq(memberFields.memberId, owner.id))]).toEqual([
    null,
    [expect.objectContaining({ fieldId: 'relationship_status' })],
  ]);
});
