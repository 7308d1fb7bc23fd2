import { eq } from 'drizzle-orm';
import type { Database } from '#db/client';
import { accountNotifications, eventOutbox, mails, pushes } from '#db/schema/index';
import { newId, type TestMember } from '../../support/database/factories.ts';
import type { RowsSnapshot } from '../../support/database/table-rows.ts';
import type { TestSite } from '../../support/product/test-site.ts';

/** Who looks, at whom. Without a `member` it is a visitor. */
export interface Observer {
  readonly member: TestMember | null;
  readonly about: TestMember;
  /** The observer's conversation with the one they look at; null without one. */
  readonly conversation: string | null;
  readonly photo: string;
}

/** What somebody can observe, by the name of the channel; each as one text. */
export type Observations = Readonly<Record<string, string>>;

/** Values that are drawn anew for each answer, such as passes and cursors, and times of the observer's own calls: only the length counts. */
const DRAWN = /"(send_pass|typing_pass|walk|csrf|exported_at|last_active_at|last_seen_at)": ?"([^"]*)"/g;
/** The counts of a search that stands in a page. */
const OLD_COUNTS = /"(num_results|num_fictional|num_pages|loosen)":(?:\d+|\[[^\]]*\])/g;
const DRAWN_HEADERS = new Set(['date', 'set-cookie', 'keep-alive', 'connection', 'x-request-id']);

const withoutDrawn = (text: string): string => text.replaceAll(DRAWN, (_, name: string, value: string) => `"${name}":${value.length}`);

/** An answer as one text: status, headers and body. An ETag counts only if nothing in the body is drawn anew. */
async function textOf(response: Response): Promise<string> {
  const body = await response.text();
  const plain = withoutDrawn(body);
  const headers = [...response.headers]
    .filter(([name]) => !DRAWN_HEADERS.has(name) && (name !== 'etag' || plain === body))
    // The policy of a page names the hash of its script, which holds the values that are drawn.
    .filter(([name]) => name !== 'content-security-policy')
    .map(([name, value]) => `${name}: ${value}`);
  return [response.status, ...headers.toSorted(), plain].join('\n');
}

const SEARCH = 'manual_search=1&do_not_save=1&country=NL&gender=female&photo=0&online=0&new_here=0&min_age=18&max_age=100';

/** Addresses that show something of the other member, or of the observer's own dealings with them. */
function pathsOf({ about: { id }, conversation, photo, member }: Observer): readonly string[] {
  const open = [
    ...['active', 'near', 'new'].flatMap((sort) => [1, 2].map((page) => `/api/search.php?${SEARCH}&sort=${sort}&pp=2&page=${page}`)),
    `/api/search.php?${SEARCH}&sort=active&pp=48`,
    `/api/profile.php?id=${id}`,
    '/api/matchcount.php?country=NL&gender=female',
    '/api/settings.php',
    `/photos/${photo}`,
    `/members/${id}`,
    `/members/${id}/landing`,
    `/members/${id}/signup`,
    '/members',
  ];
  if (!member) return open;
  return [
    ...open,
    '/api/user.php',
    '/api/likes.php',
    ...['profiles', 'liked_by', 'matches'].map((type) => `/api/likes.php?type=${type}`),
    '/api/chats.php',
    ...(conversation ? [`/api/chat.php?conversation=${conversation}`] : []),
    '/api/notifications.php',
    '/api/export.php',
    '/api/block.php',
    '/api/hide.php',
    '/api/credits.php',
    '/api/transactions.php',
    '/api/sessions.php',
    '/api/push.php',
    `/members/${id}/chat`,
    `/likes/m/${id}`,
    '/likes',
    '/chats',
  ];
}

interface Change {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Calls that change something between the two, and whose answer could tell. */
function changesOf({ about: { id }, conversation }: Observer): readonly Change[] {
  const profile = { profile: id };
  return [
    { name: 'liking', method: 'POST', path: '/api/likes.php', body: profile },
    { name: 'taking a like back', method: 'DELETE', path: '/api/likes.php', body: profile },
    { name: 'blocking', method: 'POST', path: '/api/block.php', body: profile },
    { name: 'hiding', method: 'POST', path: '/api/hide.php', body: profile },
    { name: 'reporting', method: 'POST', path: '/api/report.php', body: { ...profile, reason: 'spam' } },
    ...(conversation
      ? [
          {
            name: 'writing',
            method: 'POST',
            path: '/api/chat.php',
            body: { conversation: { id: conversation }, message: { client_id: newId(), text: 'Hello' } },
          },
          { name: 'reading', method: 'PUT', path: '/api/chat.php', body: { conversation: { id: conversation }, read_to: 1 } },
          { name: 'deleting the conversation', method: 'DELETE', path: '/api/chat.php', body: { conversation: { id: conversation } } },
        ]
      : []),
  ];
}

/** Ids and times that are drawn when a row is written. */
const DRAWN_VALUES = /"(id|client_id|created_at)":"[^"]*"/g;

/** What waits for the observer's devices, pushes and mailbox, without ids and times of the rows. */
async function deliveriesTo(db: Database, { id }: TestMember): Promise<Observations> {
  const [events, waiting, written, entries] = await Promise.all([
    db.select({ event: eventOutbox.event }).from(eventOutbox).where(eq(eventOutbox.memberId, id)),
    db.select({ tag: pushes.tag, kind: pushes.kind, count: pushes.count }).from(pushes).where(eq(pushes.memberId, id)),
    db.select({ kind: mails.kind }).from(mails).where(eq(mails.memberId, id)),
    db.select({ event: accountNotifications.event }).from(accountNotifications).where(eq(accountNotifications.memberId, id)),
  ]);
  const textsOf = (rows: readonly unknown[]) =>
    rows
      .map((row) => JSON.stringify(row).replaceAll(DRAWN_VALUES, '"$1":""'))
      .toSorted()
      .join('\n');
  // The other rows of the outbox are orders to the room, which no device gets.
  const frames = events.filter(({ event }) => typeof event === 'object' && event !== null && 'type' in event);
  return { 'socket frames': textsOf(frames), pushes: textsOf(waiting), mails: textsOf(written), 'account events': textsOf(entries) };
}

const DELIVERIES = ['socket frames', 'pushes', 'mails', 'account events'];

/** The names of all channels of an observer. */
export const channelsOf = (observer: Observer): readonly string[] => [
  ...pathsOf(observer).map((path) => `GET ${path}`),
  ...(observer.member ? [...changesOf(observer).map(({ name }) => name), ...DELIVERIES] : []),
];

/** Everything that an observer can see, hear and try. Rows are as before afterwards. */
export async function observe(site: TestSite, observer: Observer, world: RowsSnapshot): Promise<Observations> {
  const { member } = observer;
  const headers = { Origin: site.url, 'Accept-Language': 'en', ...(member ? { Cookie: member.cookie } : {}) };
  // The Worker keeps counts of a search for a minute: it would answer with those of another world, or not, by the speed of the machine. The
  // search of each world leaves out an unknown member, so that it is one of its own.
  const unknown = newId();
  const ownSearch = (path: string) => (path.startsWith('/api/search.php') ? `${path}&similar_to=${unknown}` : path);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, site.url), { redirect: 'manual', ...init, headers: { ...headers, ...init.headers } });
  const deliveries = member ? await deliveriesTo(site.db, member) : {};
  const answers: [string, string][] = [];
  for (const path of pathsOf(observer)) {
    const text = await textOf(await ask(ownSearch(path)));
    // The counts of the initial search are those of the one above, but may be a minute old.
    answers.push([`GET ${path}`, path === '/members' ? text.replaceAll(OLD_COUNTS, '"$1":0') : text]);
  }
  for (const { name, method, path, body } of member ? changesOf(observer) : []) {
    await world.restore();
    const answer = await ask(path, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
    answers.push([name, (await textOf(answer)).replaceAll(DRAWN_VALUES, '"$1":""')]);
  }
  await world.restore();
  return { ...Object.fromEntries(answers), ...deliveries };
}
