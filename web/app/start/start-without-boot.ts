import * as v from 'valibot';
import { Boot } from '#contract/pages/boot';
import { type Locale, SHIPPED_LOCALES } from '#contract/primitives';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { boot } from '../../boot/boot.ts';
import { forgetSession } from '../../offline/purge-member-storage.ts';
import { type KeptEntries, readKept, restoreAnswers } from '../../offline/query-persister.ts';
import { purgeDue } from '../../offline/storage-owner.ts';
import { BOOT, isKept } from '../../offline/stored-answers.ts';
import { keptMember } from '../../offline/stored-member.ts';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';
import { refreshSettings, setSettings } from '../../session/settings.ts';
import { isLeaving, refreshUser } from '../../session/user.ts';

/** Then the page is drawn without an answer, and asks again by itself. */
const PATIENCE_MS = 6000;
const LOCALE_COOKIE = /(?:^|; )i18n_redirected=(\w+)/;

/** Cookie, browser, fallback: as the Worker chooses. */
function localeHere(known: Locale): Locale {
  const wanted = [LOCALE_COOKIE.exec(document.cookie)?.[1], ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.flatMap((name) => SHIPPED_LOCALES.find((locale) => locale === name) ?? [])[0] ?? known;
}

/** A page that was closed before the server had heard of a logout, or whose storage was late, could not do what comes after it. */
async function finishPurge(): Promise<void> {
  const due = purgeDue() ?? { member: isLeaving() ? await keptMember() : null, hasLeft: true };
  if (due.member) await forgetSession(due.member, due);
}

/** Of what an earlier page has kept, the member and the settings; null where there is nothing, or nothing that can be read any longer. */
function bootOf(found: KeptEntries): Boot | null {
  const kept = found.get(BOOT);
  const parsed = isKept(kept) ? v.safeParse(Boot, kept.data) : null;
  return parsed?.success ? parsed.output : null;
}

/** Begins with what was kept; false where there is nothing of the kind, or the server or another tab has said by now who is here. */
function beginWith(found: KeptEntries): boolean {
  const kept = bootOf(found);
  if (!kept || queryClient.getQueryData(keys.user) !== undefined || isLeaving()) return false;
  const { settings, user } = kept;
  Object.assign(boot, { settings, user });
  setSettings(settings);
  // Old enough that every look at it asks anew, and there before the server is asked: it is no news that would have it asked twice.
  if (typeof user === 'object') {
    queryClient.setQueryData(keys.user, user, { updatedAt: 1 });
    restoreAnswers(queryClient, user.id, found);
  }
  return true;
}

/** Never where there was nothing to begin with. */
const untilBegun = async (begun: Promise<boolean>) => (await begun) || new Promise<never>(() => undefined);

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
 * what the server says. What was kept is brought up to the present beside the screen. Storage that is late is not waited for: what it holds
 * comes in as long as the server has not answered.
 */
export async function startFromShell(): Promise<void> {
  boot.locale = localeHere(boot.locale);
  void finishPurge().catch((error: unknown) => console.warn(error));
  const begun = readKept().then(beginWith);
  const isBegun = document.documentElement.dataset.storage === 'late' ? false : await orNothing(() => withinLimit(() => begun));
  if (isBegun) return void askServer();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([askServer(), untilBegun(begun), patience]);
}
