import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../../../worker/config/env.ts';
import { limitNetworkRate } from '../../../worker/http/network-rate-limit.ts';
import type { HonoEnv } from '../../../worker/http/request-context.ts';

/** Asks for paths of a site in an environment; gives the limits that were asked about, and how many of the requests were let through. */
async function ask(environment: string, paths: readonly string[], success = true) {
  const asked: string[] = [];
  const limiter = (name: string) => ({
    limit: ({ key }: { key: string }) => {
      asked.push(`${name} ${key}`);
      return Promise.resolve({ success });
    },
  });
  const limits = { API_RATE_LIMIT: limiter('api'), FILE_RATE_LIMIT: limiter('file'), PAGE_RATE_LIMIT: limiter('page') };
  let answered = 0;
  const app = new Hono<HonoEnv>()
    .use(async (c, next) => {
      c.set('env', { ENVIRONMENT: environment, ...limits } as unknown as Env);
      await next();
    })
    .use(limitNetworkRate)
    .onError((_, c) => c.text('refused', 429))
    .all('*', (c) => {
      answered += 1;
      return c.text('answered');
    });
  for (const path of paths) await app.request(path, { headers: { 'CF-Connecting-IP': '192.0.2.1' } });
  return { asked: asked.map((line) => line.split(' ')[0]), answered };
}

const PATHS = ['/api/chats.php', '/photos/a.webp', '/assets/app.js', '/icons/a.png', '/', '/apiary', '/pages/photos/'];

test('calls, files and pages are counted apart', async () => {
  expect(await ask('production', PATHS)).toEqual({ asked: ['api', 'file', 'file', 'file', 'page', 'page', 'page'], answered: 7 });
});

test('what is above a limit is refused', async () => {
  expect(await ask('production', PATHS, false)).toMatchObject({ answered: 0 });
});

test('nothing is limited outside of production', async () => {
  expect(await ask('development', PATHS, false)).toEqual({ asked: [], answered: 7 });
});
