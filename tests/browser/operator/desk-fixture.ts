import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { operators } from '#db/schema/index';
import { openPage } from '../../support/browser/chromium-pages.ts';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import type { BrowserSite } from '../support/browser-site.ts';
import { DESKTOP } from '../support/visit.ts';

/** A browser with an authenticator of its own, which the test controls. */
export interface DeskBrowser {
  readonly page: Page;
  /** Makes the user refuse, or agree to, what the authenticator asks. */
  agree(isAgreed: boolean): Promise<void>;
  close(): Promise<void>;
}

async function addAuthenticator(cdp: CDPSession): Promise<string> {
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return (await cdp.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId;
}

/** Opens the desk in a browser with a virtual authenticator. */
export async function openDesk(site: BrowserSite, path = '/access', options: BrowserContextOptions = {}): Promise<DeskBrowser> {
  const page = await openPage(site.browser, { ...DESKTOP, baseURL: site.url, locale: 'en-US', reducedMotion: 'reduce', ...options });
  const cdp = await page.context().newCDPSession(page);
  const authenticatorId = await addAuthenticator(cdp);
  await page.goto(`/operator${path}`);
  return {
    page,
    agree: async (isAgreed) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isAgreed });
    },
    close: () => page.context().close(),
  };
}

/** A member who was made an operator and has no passkey yet. */
export async function aNewOperator({ db }: Pick<BrowserSite, 'db'>, role: 'moderator' | 'admin' = 'admin'): Promise<TestMember> {
  const member = await aMember(db, { name: 'Olga' });
  await db.insert(operators).values({ memberId: member.id, role, addedAt: Date.now() });
  return member;
}

/** Types the password of an operator and goes on. */
export async function typePassword(page: Page, { email }: Pick<TestMember, 'email'>): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs a new operator in with a code, which makes the passkey of this browser. */
export async function enrol(page: Page, member: TestMember, code: string): Promise<void> {
  await typePassword(page, member);
  await page.getByLabel('Enrolment code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Make passkey' }).click();
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
}

/** Signs an operator in with the passkey of this browser. */
export async function signIn(page: Page, member: Pick<TestMember, 'email'>): Promise<void> {
  await typePassword(page, member);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
}
