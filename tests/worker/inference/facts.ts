import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { images, knownDevices, likes, members, messages, pushSubscriptions, quotes } from '#db/schema/index';
import { anImage, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import type { TestSite } from '../../support/product/test-site.ts';

/** The people of a world. `subject` is the one whose facts differ. */
export interface People {
  readonly site: TestSite;
  readonly subject: TestMember;
  /** Likes the subject and is liked back; they write to each other. Likes and messages are about photos and answers of the other. */
  readonly match: TestMember;
  /** Has nothing to do with the subject. */
  readonly stranger: TestMember;
  readonly third: TestMember;
  readonly conversation: string;
}

/** The answer to a prompt that everybody in a world has given. */
export const ANSWERED = { id: 'last_learned', text: 'How to bind a book' } as const;

export const OBSERVERS = ['visitor', 'stranger', 'match'] as const;
export type ObserverName = (typeof OBSERVERS)[number];

/** A fact, as two worlds that differ in it alone, and those who may not know it. */
export interface Fact {
  readonly name: string;
  readonly hiddenFrom: readonly ObserverName[];
  /** Channels in which it may show, because showing it there is its purpose. */
  readonly shownIn?: RegExp;
  /** Makes what both worlds share. */
  readonly both?: (people: People) => Promise<unknown>;
  readonly one?: (people: People) => Promise<unknown>;
  readonly other: (people: People) => Promise<unknown>;
}

const change = ({ site, subject }: People, columns: Partial<typeof members.$inferInsert>) =>
  site.db.update(members).set(columns).where(eq(members.id, subject.id));
const as = ({ site, subject }: People) => site.as(subject);
const EVERYBODY = OBSERVERS;

/** Stores a quote of the answer that everybody has given, in a message or in the like of the pair. */
const quoteAnswer = ({ site }: People, author: TestMember, owner: TestMember, messageId: string | null = null) =>
  site.db.insert(quotes).values({
    id: newId(),
    authorId: author.id,
    ownerId: owner.id,
    messageId,
    promptId: ANSWERED.id,
    text: ANSWERED.text,
    createdAt: 1,
  });
/** The last message of the two, which quotes nothing. */
const lastMessage = async ({ site, match }: People) => {
  const [found] = await site.db
    .select()
    .from(messages)
    .where(and(eq(messages.senderId, match.id), eq(messages.seq, 3)));
  return found?.id ?? expect.unreachable('there is no third message');
};
/** Gives the subject a second photo, which is not the first that others see. */
const addSecondPhoto = ({ site, subject }: People) => anImage(site.db, subject.id, 1);
const secondPhoto = async ({ site, subject }: People) => {
  const [found] = await site.db
    .select()
    .from(images)
    .where(and(eq(images.memberId, subject.id), eq(images.position, 1)));
  return found?.id ?? expect.unreachable('there is no second photo');
};
const removeSecondPhoto = async (people: People) => {
  const answer = await as(people).delete('/api/profileimage.php', { image: { id: await secondPhoto(people) } });
  expect(answer.status).toBeLessThan(300);
};

/** Half an hour ago, or the beginning of the day if that was yesterday. */
const earlierToday = () => Math.max(Math.floor(Date.now() / DAY) * DAY, Date.now() - HOUR / 2);

/** A photo that the photo check holds, of a subject with these other photos. */
const holdPhoto = ({ site, subject }: People) =>
  site.db.insert(images).values({
    ...{ id: newId(), memberId: subject.id, position: 9, width: 640, height: 800, thumbhash: '5FkKFgKluPmIeGd4Z4iIeZaH96+ilgs=' },
    ...{ thumb: `${newId()}.webp`, medium: `${newId()}.webp`, large: `${newId()}.webp`, heldSince: 1, checkDueAt: 5 },
  });
const markNude = ({ site, subject }: People, isNudeByCheck: boolean) =>
  site.db.update(images).set({ isNude: true, isNudeByCheck }).where(eq(images.memberId, subject.id));

export const FACTS: readonly Fact[] = [
  { name: 'a photo that is held', hiddenFrom: EVERYBODY, other: holdPhoto },
  {
    name: 'a first photo that is held',
    hiddenFrom: EVERYBODY,
    both: async (people) => {
      await people.site.db.delete(images).where(eq(images.memberId, people.subject.id));
      await change(people, { mainImageId: null, hasPhoto: false });
    },
    other: holdPhoto,
  },
  {
    name: 'who has marked a photo as nude',
    hiddenFrom: EVERYBODY,
    one: (people) => markNude(people, false),
    other: (people) => markNude(people, true),
  },
  {
    name: 'activity: that somebody who hides their presence is here now',
    hiddenFrom: EVERYBODY,
    both: async (people) => {
      await as(people).put('/api/user.php', { hide_presence: true });
      await change(people, { lastActiveAt: earlierToday() });
    },
    other: async (people) => {
      const { site, subject } = people;
      await as(people).get('/api/user.php');
      const lastActive = async () => (await site.db.select().from(members).where(eq(members.id, subject.id)))[0]?.lastActiveAt ?? 0;
      await expect.poll(lastActive).toBeGreaterThan(Date.now() - MINUTE);
    },
  },
  {
    name: 'place: the country in which somebody pays',
    hiddenFrom: EVERYBODY,
    other: (people) => change(people, { paymentCountry: 'CH' }),
  },
  {
    name: 'search: whom somebody wants to meet',
    hiddenFrom: EVERYBODY,
    other: (people) => change(people, { savedSearch: { gender: 'male', min_age: 40, max_age: 50 } }),
  },
  {
    name: 'age: the day of birth',
    hiddenFrom: EVERYBODY,
    other: (people) => change(people, { dateOfBirth: '1994-05-18' }),
  },
  {
    name: 'age: the year of birth within an age group',
    hiddenFrom: ['visitor'],
    // A search for an age finds whom it finds.
    other: (people) => change(people, { dateOfBirth: '1995-05-17' }),
  },
  {
    name: 'block: that somebody blocks a third member',
    hiddenFrom: EVERYBODY,
    other: (people) => as(people).post('/api/block.php', { profile: people.third.id }),
  },
  {
    name: 'block: whether somebody blocks the observer or has left',
    hiddenFrom: ['match'],
    one: (people) => as(people).post('/api/block.php', { profile: people.match.id }),
    other: (people) => as(people).delete('/api/user.php', { password: PASSWORD }),
    // What every visitor sees tells who has left, and a blocked member can be a visitor.
    shownIn: /^GET \/photos\/|matchcount|\/(landing|signup)$/,
  },
  {
    name: 'hide: that somebody hides the observer and others',
    hiddenFrom: EVERYBODY,
    other: async (people) => {
      for (const { id } of [people.match, people.stranger]) await as(people).post('/api/hide.php', { profile: id });
    },
  },
  {
    name: 'pause: to those who know the member',
    hiddenFrom: ['match'],
    // A paused member is found by nobody, and leads no landing page.
    shownIn: /search\.php|matchcount|^GET \/members$|\/(landing|signup)$/,
    other: (people) => as(people).put('/api/user.php', { paused: true }),
  },
  {
    name: 'deletion: whether somebody left or was banned',
    hiddenFrom: EVERYBODY,
    one: (people) => change(people, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() }),
    other: (people) => change(people, { status: 'banned', statusBefore: 'active', banReason: 'spam' }),
  },
  {
    name: 'opening a chat: that somebody opened one and wrote nothing',
    hiddenFrom: EVERYBODY,
    other: async (people) => {
      const answer = await as(people).get(`/api/chat.php?profile=${people.stranger.id}`);
      expect(answer.status).toBe(200);
    },
  },
  {
    name: 'reading: that somebody looked at a page, a list or a thread without marking it read',
    hiddenFrom: EVERYBODY,
    // Both are here now: looking around is activity.
    both: (people) => change(people, { lastActiveAt: Date.now() }),
    other: async (people) => {
      const paths = [
        `profile.php?id=${people.match.id}`,
        `profile.php?id=${people.stranger.id}`,
        'likes.php',
        'chats.php',
        'notifications.php',
      ];
      for (const path of [...paths, `chat.php?conversation=${people.conversation}`]) await as(people).get(`/api/${path}`);
    },
  },
  {
    name: 'reading: marking a conversation read, to those who are not in it',
    hiddenFrom: ['visitor', 'stranger'],
    other: (people) => as(people).put('/api/chat.php', { conversation: { id: people.conversation }, read_to: 2 }),
  },
  {
    name: 'quote: of a photo that its owner has removed, as if there had been none',
    hiddenFrom: EVERYBODY,
    both: addSecondPhoto,
    one: removeSecondPhoto,
    other: async (people) => {
      const { site, subject, match } = people;
      const quote = { id: newId(), authorId: match.id, ownerId: subject.id, text: '', createdAt: 1 };
      await site.db.insert(quotes).values({ ...quote, messageId: await lastMessage(people), imageId: await secondPhoto(people) });
      await removeSecondPhoto(people);
    },
  },
  {
    name: 'quote: of an answer that its owner has removed, as if there had been none',
    hiddenFrom: EVERYBODY,
    one: (people) => as(people).put('/api/user.php', { prompts: [] }),
    other: async (people) => {
      await quoteAnswer(people, people.match, people.subject, await lastMessage(people));
      await as(people).put('/api/user.php', { prompts: [] });
    },
  },
  {
    name: 'quote: what somebody unconfirmed likes of those who like them',
    hiddenFrom: EVERYBODY,
    both: (people) => change(people, { status: 'not_confirmed' }),
    one: ({ site, subject, match }) =>
      site.db.delete(quotes).where(and(eq(quotes.authorId, subject.id), eq(quotes.ownerId, match.id), isNull(quotes.messageId))),
    other: async () => {},
  },
  {
    name: 'quote: that somebody unconfirmed likes a block of the observer',
    hiddenFrom: EVERYBODY,
    both: (people) => change(people, { status: 'not_confirmed', lastActiveAt: Date.now() }),
    other: async (people) => {
      const about = { prompt: ANSWERED.id };
      const answer = await as(people).post('/api/likes.php', { profile: people.stranger.id, about });
      expect(answer.body).toEqual({ did_like_profile: true, match: false });
    },
  },
  {
    name: 'quote: what two like and write of each other, to those who are not in it',
    hiddenFrom: ['visitor', 'stranger'],
    other: ({ site }) => site.db.delete(quotes),
  },
  {
    name: 'quote: that a third member likes a block of somebody',
    hiddenFrom: EVERYBODY,
    other: async (people) => {
      const { site, subject, third } = people;
      await site.db.insert(likes).values({ likerId: third.id, likedId: subject.id, createdAt: 1 });
      await quoteAnswer(people, third, subject);
    },
  },
  {
    name: 'paying: premium and credits',
    hiddenFrom: EVERYBODY,
    other: (people) => change(people, { premiumUntil: Date.now() + 30 * DAY, credits: 120 }),
  },
  {
    name: 'device: further devices and pushes',
    hiddenFrom: EVERYBODY,
    other: async ({ site, subject }) => {
      await site.visitor.post('/api/login.php', { email: subject.email, password: PASSWORD });
      await site.db.insert(knownDevices).values({ memberId: subject.id, device: 'another', seenAt: 1 }).onConflictDoNothing();
      await site.db.insert(pushSubscriptions).select(site.db.select().from(pushSubscriptions).where(sql`false`));
    },
  },
  {
    name: 'address: another e-mail address of the same account',
    hiddenFrom: EVERYBODY,
    other: (people) => change(people, { email: 'quite.another@example.net' }),
  },
];
