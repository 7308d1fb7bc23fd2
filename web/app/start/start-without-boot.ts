import * as v from 'valibot';
import { Boot } from '#contract/pages/boot';
import { type Locale, SHIPPED_LOCALES } from '#contract/primitives';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { boot } from '../../boot/boot.ts';
import { purgeAfterSession } from '../../offline/purge-member-storage.ts';
import { readStoredEntries, restoreAnswers, type StoredEntries } from '../../offline/query-persister.ts';
import { pendingPurge } from '../../offline/storage-owner.ts';
import { BOOT_KEY, CONFIRMED_KEY, isStoredAnswer, storedMember } from '../../offline/stored-answers.ts';
import { retryPause } from '../../platform/retry-pause.ts';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';
import { refreshSettings, setSettings } from '../../session/settings.ts';
import { isLogoutPending, recordConfirmation, refreshUser } from '../../session/user.ts';

/** After this many milliseconds the page is drawn without an answer of the server. */
const START_TIMEOUT_MS = 6000;
/** The shortest pause before user and settings are asked for again. */
const RETRY_MS = 10_000;
const LOCALE_COOKIE = /(?:^|; )i18n_redirected=(\w+)/;

/** The locale from the cookie, else from the browser, else `fallback`: the same order as in the Worker. */
function chosenLocale(fallback: Locale): Locale {
  const wanted = [LOCALE_COOKIE.exec(document.cookie)?.[1], ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.flatMap((name) => SHIPPED_LOCALES.find((locale) => locale === name) ?? [])[0] ?? fallback;
}

/** Finishes the purge of a member's data that an earlier page could not finish: it was closed during the logout, or storage was late. */
async function finishPurge(): Promise<void> {
  const due = pendingPurge() ?? { member: isLogoutPending() ? await storedMember() : null, deletesUnsent: true };
  if (due.member) await purgeAfterSession(due.member, due);
}

/** The stored boot data; null if there is none, or if it is in the form of another build. */
function storedBoot(entries: StoredEntries): Boot | null {
  const stored = entries.get(BOOT_KEY);
  const parsed = isStoredAnswer(stored) ? v.safeParse(Boot, stored.data) : null;
  return parsed?.success ? parsed.output : null;
}

/**
 * Starts from stored boot data and answers. False if there are none, the server or another tab has already said who is signed in, or a
 * logout is under way.
 */
function startFromStored(entries: StoredEntries): boolean {
  const stored = storedBoot(entries);
  if (!stored || queryClient.getQueryData(queryKeys.user) !== undefined || isLogoutPending()) return false;
  const { settings, user } = stored;
  Object.assign(boot, { settings, user });
  setSettings(settings);
  // Dated so old that every use of it refetches. Set before the server is asked, so that it does not count as a change during that call.
  if (typeof user === 'object') {
    queryClient.setQueryData(queryKeys.user, user, { updatedAt: 1 });
    const confirmed = entries.get(CONFIRMED_KEY);
    if (isStoredAnswer(confirmed)) recordConfirmation(confirmed.at);
    restoreAnswers(queryClient, user.id, entries);
  }
  return true;
}

/** Resolves once the page has started from stored data; never resolves if there are none. */
const untilStarted = async (begun: Promise<boolean>) => (await begun) || new Promise<never>(() => undefined);

/**
 * Loads user and settings. If a call fails, tries again when the device is back online and after a pause, until both are known: the network
 * may have returned before the call failed.
 */
async function loadFromServer(): Promise<void> {
  const results = await Promise.allSettled([refreshUser(), refreshSettings()]);
  const [user, settings] = results;
  if (user.status === 'fulfilled') boot.user = user.value ?? 'signed_out';
  if (settings.status === 'fulfilled') boot.settings = settings.value;
  if (results.some(({ status }) => status === 'rejected')) void retryPause(RETRY_MS * (1 + Math.random())).then(loadFromServer);
}

/**
 * Prepares a page without boot data for its first screen: from stored data, which is updated beside the screen, or else from the server
 * within 6 seconds. Storage is waited for at most 300 milliseconds; what comes later is used if the server has not answered by then
 * (docs/product.md, "Start from the kept page").
 */
export async function startWithoutBoot(): Promise<void> {
  boot.locale = chosenLocale(boot.locale);
  void finishPurge().catch((error: unknown) => console.warn(error));
  const begun = readStoredEntries().then(startFromStored);
  const isBegun = document.documentElement.dataset.storage === 'late' ? false : await safely(() => withTimeout(() => begun));
  if (isBegun) return void loadFromServer();
  const timeout = new Promise((resolve) => setTimeout(resolve, START_TIMEOUT_MS));
  await Promise.race([loadFromServer(), untilStarted(begun), timeout]);
}
