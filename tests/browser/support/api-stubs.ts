import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';

const isCallTo = (file: string, method: string) => (route: Route) => {
  const request = route.request();
  return request.method() === method && new URL(request.url()).pathname === `/api/${file}`;
};

/** Passes the API calls to this file with this method to `act`; all other requests go on. */
export async function interceptCalls(page: Page, file: string, method: string, act: (route: Route) => Promise<void>): Promise<void> {
  const isMatch = isCallTo(file, method);
  await page.route(`**/api/${file}**`, (route) => (isMatch(route) ? act(route) : route.fallback()));
}

/**
 * Takes the initial answers out of every document, so that the page makes their calls. It leaves the response as it is: Chromium lets the
 * socket of a document that was fulfilled by a route reach no local address.
 */
export async function dropInitialAnswers(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, { childList: true, subtree: true });
  }, INITIAL_ANSWERS_ELEMENT);
}

/** Holds these requests back from the server until the returned function is called. */
export async function holdRequests(page: Page, file: string, method: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await interceptCalls(page, file, method, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Sends these requests to the server but holds its answers back from the page until `release` is called. */
export async function holdAnswers(page: Page, file: string, method: string): Promise<{ answered: Promise<void>; release: () => void }> {
  const [released, firstAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await interceptCalls(page, file, method, async (route) => {
    const response = await route.fetch();
    firstAnswer.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { answered: firstAnswer.promise, release: released.resolve };
}

/** Delays each of these requests by `ms` milliseconds. */
export const delayRequests = (page: Page, file: string, method: string, ms: number): Promise<void> =>
  interceptCalls(page, file, method, async (route) => {
    await pause(ms);
    await route.fallback();
  });

interface StubbedAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
}

/** Answers these calls instead of the server; returns the bodies that the page sends, in order. */
export async function stubCalls(
  page: Page,
  file: string,
  method: string,
  { status = 204, ...rest }: StubbedAnswer = {},
): Promise<unknown[]> {
  const sent: unknown[] = [];
  await interceptCalls(page, file, method, async (route) => {
    sent.push(method === 'GET' ? null : route.request().postDataJSON());
    await route.fulfill({ status, ...rest });
  });
  return sent;
}

/** A refusal in the form of the API. */
export const refusal = (status: number, code: string, more: Readonly<Record<string, unknown>> = {}): StubbedAnswer => ({
  status,
  json: { error: { code, message: code, ...more } },
});

/** The refusal of a token that has expired or was used. */
export const TOKEN_EXPIRED = refusal(422, 'invalid', { fields: { token: 'expired' } });
