import type { Page } from 'playwright-core';

/** From one screen to the next by a tap. */
interface Move {
  /** What is tapped. */
  readonly pressed: string;
  /** It is one of a list, another one in each round: what is tapped in it, or null for the entry itself. */
  readonly link?: string | null;
  /** What only the next screen has. */
  readonly shown: string;
}

const tab = (path: string) => `.tabs a[href^="${path}"]`;

/** A round through the screens of a member; it ends where it begins, on the list of members. */
const ROUND: readonly Move[] = [
  { pressed: '.page-members .cards .card', link: 'a', shown: '.page-members-memberId h1' },
  { pressed: '.page-members-memberId a.glass-btn', shown: '.page-members .cards .card' },
  { pressed: tab('/likes'), shown: '.page-likes h1' },
  { pressed: tab('/chats'), shown: '.page-chats .chat-entry' },
  { pressed: '.page-chats .chat-entry', link: null, shown: '.page-chats-chatId .thread-head' },
  { pressed: '.back-button', shown: '.page-chats .chat-entry' },
  { pressed: tab('/notifications'), shown: '.page-notifications h1' },
  { pressed: tab('/profile'), shown: '.page-profile h1' },
  { pressed: '.page-profile a[href^="/profile/settings"]', shown: '.page-profile-settings h1' },
  { pressed: tab('/members'), shown: '.page-members .cards .card' },
];
export const SCREENS_OF_A_ROUND = ROUND.length;

/** Of lists, the entries that are opened in turn. */
const ENTRIES = 4;

/** Goes through all screens; `beside` runs beside each move. */
export async function goRound(page: Page, round: number, beside: () => Promise<unknown>): Promise<void> {
  for (const { pressed, link, shown } of ROUND) {
    const entry = page.locator(pressed).nth(link === undefined ? 0 : round % ENTRIES);
    const target = link ? entry.locator(link).first() : entry;
    const move = async () => {
      await target.tap();
      await page.locator(shown).first().waitFor();
    };
    await Promise.all([move(), beside()]);
  }
}
