import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { ERROR_CODES, ERROR_STATUS } from '#contract/errors';

const endpoints = Object.entries(ENDPOINTS);

describe('the endpoints of the contract', () => {
  test('are told apart by method, path and query key', () => {
    const addresses = endpoints.map(([, { method, path, when = '' }]) => `${method} ${path}?${when}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(endpoints)('%s names every refusal once, from the closed list', (_, { errors = [] }) => {
    expect(errors.filter((code) => !ERROR_CODES.includes(code))).toEqual([]);
    expect(new Set(errors).size).toBe(errors.length);
  });

  test.each(endpoints.filter(([, { method }]) => method !== 'GET'))('%s says nothing of polling: only a GET is polled', (_, endpoint) => {
    expect(endpoint.isPolled ?? false).toBe(false);
  });

  test('poll the own account, conversations and likes', () => {
    const polled = endpoints.filter(([, { isPolled }]) => isPolled).map(([, { path }]) => path);
    expect(polled.toSorted()).toEqual(['/api/chats.php', '/api/likes.php', '/api/user.php']);
  });

  test('name the GETs that change state', () => {
    const changing = endpoints.filter(([, endpoint]) => endpoint.changesState).map(([name]) => name);
    expect(changing.toSorted()).toEqual(['chat.openConversation', 'session.logOut']);
    const saving = endpoints.flatMap(([name, { savesWhen }]) => (savesWhen ? [`${name} ${savesWhen}`] : []));
    expect(saving).toEqual(['members.searchMembers manual_search']);
  });
});

describe('the error codes', () => {
  test('answer with a 4xx, but for the two faults of ours', () => {
    const ours = Object.entries(ERROR_STATUS).filter(([, status]) => status >= 500);
    expect(Object.fromEntries(ours)).toEqual({ internal: 500, unavailable: 503 });
    expect(Object.values(ERROR_STATUS).every((status) => status >= 400)).toBe(true);
  });

  test('never say 401: signed out is 403', () => {
    expect(Object.values(ERROR_STATUS)).not.toContain(401);
    expect(ERROR_STATUS.signed_out).toBe(403);
  });
});
