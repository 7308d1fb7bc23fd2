import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';

const isCallTo = (file: string, method: string) => (route: Route) => {
  const request = route.request();
  return request.method() === method && new URL(request.url()).pathname === `/api/${file}`;
};

/** Lets every other request pass and hands these to the test. */
export async function meddle(page: Page, file: string, method: string, act: (route: Route) => Promise<void>): Promise<void> {
  const isMeant = isCallTo(file, method);
  await page.route(`**/api/${file}**`, (route) => (isMeant(route) ? act(route) : route.fallback()));
}

/** Keeps these requests from the server until the returned function is called. */
export async function holdBack(page: Page, file: string, method: string): Promise<() => void> {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await meddle(page, file, method, async (route) => {
    await release;
    await route.fallback();
  });
  return resolve;
}

/** Lets the server answer these requests, and keeps the answers from the page until `release` is called. */
export async function holdAnswer(page: Page, file: string, method: string): Promise<{ answered: Promise<void>; release: () => void }> {
  const [held, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await meddle(page, file, method, async (route) => {
    const response = await route.fetch();
    first.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  return { answered: first.promise, release: held.resolve };
}

/** Delays each of these requests by so many milliseconds. */
export const delayRequests = (page: Page, file: string, method: string, ms: number): Promise<void> =>
  meddle(page, file, method, async (route) => {
    await pause(ms);
    await route.fallback();
  });

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
}

/** Stands in for one call from here on; gives what the page has sent to it, in order. */
export async function answer(page: Page, file: string, method: string, { status = 204, ...rest }: Answer = {}): Promise<unknown[]> {
  const sent: unknown[] = [];
  await meddle(page, file, method, async (route) => {
    sent.push(method === 'GET' ? null : route.request().postDataJSON());
    await route.fulfill({ status, ...rest });
  });
  return sent;
}

/** A refusal as the API words it. */
export const refusal = (status: number, code: string, more: Readonly<Record<string, unknown>> = {}): Answer => ({
  status,
  json: { error: { code, message: code, ...more } },
});

/** The token of a link has run out, or was used. */
export const EXPIRED = refusal(422, 'invalid', { fields: { token: 'expired' } });
