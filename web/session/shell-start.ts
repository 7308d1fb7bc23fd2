import { get } from 'idb-keyval';
import * as v from 'valibot';
import { Boot } from '#contract/boot';
import { type Locale, SHIPPED_LOCALES } from '#contract/primitives';
import { boot } from './boot.ts';
import { restoreAnswers } from './kept-answers.ts';
import { keptMember } from './kept-member.ts';
import { BOOT, isKept, keptStore } from './kept-store.ts';
import { keys } from './keys.ts';
import { forgetSession } from './left-behind.ts';
import { orNothing } from './or-nothing.ts';
import { queryClient } from './query-client.ts';
import { refreshSettings, setSettings } from './settings.ts';
import { isLeaving, refreshUser } from './user.ts';

/** Then the page is drawn without an answer, and asks again by itself. */
const PATIENCE_MS = 6000;
const LOCALE_COOKIE = /(?:^|; )i18n_redirected=(\w+)/;

/** Cookie, browser, fallback: as the Worker chooses. */
function localeHere(known: Locale): Locale {
  const wanted = [LOCALE_COOKIE.exec(document.cookie)?.[1], ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.flatMap((name) => SHIPPED_LOCALES.find((locale) => locale === name) ?? [])[0] ?? known;
}

/** A page that was closed before the server had heard of a logout could not do what comes after it. */
async function finishForgetting(): Promise<void> {
  const member = isLeaving() ? await keptMember() : null;
  if (member) await forgetSession(member, 'logged_out');
}

/** What an earlier page has kept of the member who was here; null where there is nothing, or nothing that can be read any longer. */
async function keptBoot(): Promise<Boot | null> {
  const kept = await orNothing(() => get<unknown>(BOOT, keptStore()));
  const parsed = isKept(kept) ? v.safeParse(Boot, kept.data) : null;
  return parsed?.success ? parsed.output : null;
}

/** Asks who is here and how the site is set up; without a connection again once the device is back online, until it is known. */
async function askServer(): Promise<void> {
  const asked = await Promise.allSettled([refreshUser(), refreshSettings()]);
  const [user, settings] = asked;
  if (user.status === 'fulfilled') boot.user = user.value ?? 'signed_out';
  if (settings.status === 'fulfilled') boot.settings = settings.value;
  if (asked.some(({ status }) => status === 'rejected')) addEventListener('online', () => void askServer(), { once: true });
}

/**
 * Makes a page that came without the Worker's block ready for its first screen: with what this browser keeps of its member, at once, or else with
 * what the server says. What was kept is brought up to the present beside the screen.
 */
export async function startFromShell(): Promise<void> {
  boot.locale = localeHere(boot.locale);
  await finishForgetting();
  const kept = await keptBoot();
  if (!kept) {
    await Promise.race([askServer(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    return;
  }
  const { settings, user } = kept;
  Object.assign(boot, { settings, user });
  setSettings(settings);
  // Old enough that every look at it asks anew, and there before the server is asked: it is no news that would have it asked twice.
  if (typeof user === 'object') queryClient.setQueryData(keys.user, user, { updatedAt: 1 });
  void askServer();
  if (typeof user === 'object') await restoreAnswers(user.id);
}
