import { eventOutbox, likes } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { testSite as openSite } from '../../support/product/test-site.ts';

type Who = Pick<TestMember, 'cookie'>;

interface LikeEvent {
  readonly type: string;
  readonly profile: { readonly id: string; readonly did_like_profile: boolean };
  readonly badge?: { readonly new_likes: number };
}

/** The site of one test file, with the calls of likes and readers of their rows and events. */
export function likesFixture() {
  const site = openSite();
  const { as } = site;
  return {
    get db() {
      return site.db;
    },
    get visitor() {
      return site.visitor;
    },
    as,
    /** Runs the scheduled handler. */
    sweep: () => site.worker.scheduled(),
    like: (from: Who, to: { id: string }) => as(from).post('/api/likes.php', { profile: to.id }),
    unlike: (from: Who, to: { id: string }) => as(from).delete('/api/likes.php', { profile: to.id }),
    markSeen: (from: Who, to: { id: string }) => as(from).put('/api/likes.php', { profile: to.id }),
    twoMembers: () => Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas' })]),
    rowsOf: async (likerId: string, likedId: string) =>
      (await site.db.select().from(likes)).filter((row) => row.likerId === likerId && row.likedId === likedId),
    /** The events in the outbox for a member, typed by the keys that events of likes have. */
    eventsFor: async (member: { id: string }): Promise<LikeEvent[]> =>
      (await site.db.select().from(eventOutbox)).filter((row) => row.memberId === member.id).map((row) => row.event as LikeEvent),
  };
}
