import { describe, expect, test } from 'vitest';
import { aMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { mapItems } from '../chat/chat-fixture.ts';
import { safetyFixture } from './safety-fixture.ts';

const fixture = safetyFixture();

/** Noor and five members of one country, who match her and have each written to her. */
async function aMemberWithFiveMatches(country: string) {
  const noor = await aMember(fixture.db, { isPaused: true });
  const others = await Promise.all(Array.from({ length: 5 }, () => aMember(fixture.db, { country, countryregion: null })));
  for (const other of others) {
    await fixture.like(other, noor);
    await fixture.like(noor, other);
    await fixture.send(other, await fixture.open(other, noor), 'Hello');
  }
  return { noor, others };
}

/** The ids of the members on a page, in order. */
const memberIdsOn = (answer: ApiAnswer): string[] =>
  ['profiles', 'liked_by', 'chats'].flatMap((list) => mapItems(answer.at(list), (row) => Object(row.profile ?? row).id)).map(String);

/** What the next page adds to the query, for a search or another list; null after the last page. */
function nextOf(answer: ApiAnswer): string | null {
  if (answer.at('paging')) {
    const { page, num_pages: pages, walk } = Object(answer.at('paging'));
    return page < pages ? `&page=${page + 1}&walk=${walk}` : null;
  }
  return answer.at('next') === null ? null : `&before=${answer.at('next')}`;
}

describe('a block between two pages', () => {
  test.each([
    ['likes.php?type=profiles&limit=1', 'IE'],
    ['likes.php?type=liked_by&limit=1', 'GB'],
    ['likes.php?type=matches&limit=1', 'US'],
    ['chats.php?limit=1', 'CA'],
    ['search.php?country=AU&pp=1', 'AU'],
  ])('of %s takes effect on the next, and no other member is missing or repeated', async (path, country) => {
    const { noor, others } = await aMemberWithFiveMatches(country);
    const idsFrom = async (from: string | null, seen: string[] = []): Promise<string[]> => {
      if (from === null) return seen;
      const answer = await fixture.as(noor).get(`/api/${path}${from}`);
      return idsFrom(nextOf(answer), [...seen, ...memberIdsOn(answer)]);
    };
    const whole = await idsFrom('');
    expect(whole.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    const first = await fixture.as(noor).get(`/api/${path}`);
    const [blocked, blocking] = [whole[1], whole[2]].map((id) => others.find((other) => other.id === id));
    if (!blocked || !blocking) throw new Error('there are five');
    expect([(await fixture.block(noor, blocked)).status, (await fixture.block(blocking, noor)).status]).toEqual([204, 204]);
    // A conversation with a member who blocks Noor stays in her list, as one with a member who is gone.
    expect(await idsFrom(nextOf(first))).toEqual(path.startsWith('chats') ? whole.slice(2) : whole.slice(3));
  });
});
