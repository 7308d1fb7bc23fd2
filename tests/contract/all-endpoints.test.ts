import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { ERROR_CODES, ERROR_STATUS } from '#contract/errors';

const endpoints = Object.entries(ENDPOINTS);

describe('the endpoints of the contract', () => {
  test('are unique by method, path and query key', () => {
    const addresses = endpoints.map(([, { method, path, onlyWithQuery = '' }]) => `${method} ${path}?${onlyWithQuery}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(endpoints)('%s names each error once, from the closed list', (_, { errors = [] }) => {
    expect(errors.filter((code) => !ERROR_CODES.includes(code))).toEqual([]);
    expect(new Set(errors).size).toBe(errors.length);
  });

  test.each(endpoints.filter(([, { method }]) => method !== 'GET'))('%s is not polled, because only a GET can be', (_, endpoint) => {
    expect(endpoint.isPolled ?? false).toBe(false);
  });

  test('are polled for the own account, conversations and likes', () => {
    const polled = endpoints.filter(([, { isPolled }]) => isPolled).map(([, { path }]) => path);
    expect(polled.toSorted()).toEqual(['/api/chats.php', '/api/likes.php', '/api/user.php']);
  });

  test('are shed under load where they poll or search, and late where they show a member', () => {
    const shed = (when: string) => endpoints.filter(([, { sheds }]) => sheds === when).map(([name]) => name);
    const searches = ['members.countMatches', 'members.searchMembers'];
    expect(shed('early').toSorted()).toEqual(['account.getUser', 'chat.listChats', 'likes.listLikes', ...searches].toSorted());
    expect(shed('late').toSorted()).toEqual(['profile.getProfile']);
  });

  test('include these GETs that change state', () => {
    const changing = endpoints.filter(([, endpoint]) => endpoint.changesState).map(([name]) => name);
    expect(changing.toSorted()).toEqual(['chat.openConversation', 'operator.getCase', 'operator.getMember', 'session.logOut']);
    const saving = endpoints.flatMap(([name, { savesWithQuery }]) => (savesWithQuery ? [`${name} ${savesWithQuery}`] : []));
    expect(saving).toEqual(['members.searchMembers manual_search']);
  });
});

describe('the error codes', () => {
  test('have a 4xx status, except for the three server errors', () => {
    const serverErrors = Object.entries(ERROR_STATUS).filter(([, status]) => status >= 500);
    expect(Object.fromEntries(serverErrors)).toEqual({ internal: 500, unavailable: 503, busy: 503 });
    expect(Object.values(ERROR_STATUS).every((status) => status >= 400)).toBe(true);
  });

  test('never use 401: signed_out is 403', () => {
    expect(Object.values(ERROR_STATUS)).not.toContain(401);
    expect(ERROR_STATUS.signed_out).toBe(403);
  });
});
