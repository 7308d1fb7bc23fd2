import type { QuotedBlock } from '#contract/quotes';
import { eventOutbox, reports } from '#db/schema/index';
import { aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { testSite as openSite } from '../../support/product/test-site.ts';

type Who = Pick<TestMember, 'cookie'>;
type Other = { readonly id: string };

/** The calls to block, hide and report members. */
export const safetyCalls = (as: ReturnType<typeof openSite>['as']) => ({
  block: (from: Who, { id }: Other) => as(from).post('/api/block.php', { profile: id }),
  unblock: (from: Who, { id }: Other) => as(from).delete('/api/block.php', { profile: id }),
  blocked: (from: Who, query = '') => as(from).get(`/api/block.php${query}`),
  hide: (from: Who, { id }: Other) => as(from).post('/api/hide.php', { profile: id }),
  unhide: (from: Who, { id }: Other) => as(from).delete('/api/hide.php', { profile: id }),
  hidden: (from: Who, query = '') => as(from).get(`/api/hide.php${query}`),
  report: (from: Who, { id }: Other, more: object = {}) => as(from).post('/api/report.php', { profile: id, reason: 'spam', ...more }),
});

/** The site of one test file, with the calls of blocks, hides, conversations and likes. */
export function safetyFixture() {
  const site = openSite();
  const { as } = site;
  const open = async (from: Who, to: Other) => String((await as(from).get(`/api/chat.php?profile=${to.id}`)).at('id'));
  const send = (from: Who, conversation: string, text: string, about?: QuotedBlock) =>
    as(from).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text, about } });
  return {
    site,
    get db() {
      return site.db;
    },
    as,
    ...safetyCalls(as),
    open,
    send,
    like: (from: Who, to: Other, about?: QuotedBlock) => as(from).post('/api/likes.php', { profile: to.id, about }),
    unlike: (from: Who, to: Other) => as(from).delete('/api/likes.php', { profile: to.id }),
    read: (from: Who, conversation: string) => as(from).get(`/api/chat.php?conversation=${conversation}`),
    markRead: (from: Who, conversation: string, readTo: number) =>
      as(from).put('/api/chat.php', { conversation: { id: conversation }, read_to: readTo }),
    badge: async (from: Who) => (await as(from).get('/api/user.php')).at('user.badge'),
    twoMembers: () => Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas' })]),
    /** Two members who match and have written to each other once, Bas last. */
    aMatchedConversation: async () => {
      const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas' })]);
      await aMatch(site.db, noor.id, bas.id);
      const id = await open(noor, bas);
      await send(noor, id, 'From Noor');
      await send(bas, id, 'From Bas');
      return { noor, bas, id };
    },
    /** The events in the outbox for a member, in order. */
    eventsFor: async ({ id }: Other): Promise<unknown[]> =>
      (await site.db.select().from(eventOutbox)).filter((row) => row.memberId === id).map((row) => row.event),
    clearEvents: () => site.db.delete(eventOutbox),
    reportsBy: async ({ id }: Other) => (await site.db.select().from(reports)).filter((row) => row.reporterId === id),
  };
}
