import { mkdir, writeFile } from 'node:fs/promises';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, resetNotificationPermission } from '../../scripts/lib/browsers/chromium.ts';
import { buildChanged } from '../../scripts/lib/build/build-changed.ts';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { runCommand } from '../../scripts/lib/command/run-command.ts';
import { inProject } from '../../scripts/lib/paths.ts';
import { startTemporaryProduct } from '../../scripts/lib/product/temporary-product.ts';
import { logInDemoMember } from '../../scripts/lib/screenshots/demo-session.ts';
import { untilNetworkIdle } from '../../scripts/lib/screenshots/take-screenshot.ts';

const FOLDER = inProject('assets/icons/shots');
const LIMIT_BYTES = 150_000;
const QUALITY = 82;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1440, height: 900 } };

/** So many that the country of the demo login alone fills the page. */
const MEMBERS = 500;

interface AppShot {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly path: string;
}

/** As worker/http/pages/web-manifest.ts names them. */
const SHOTS: readonly AppShot[] = [
  { name: 'members-narrow', options: PHONE, path: '/members' },
  { name: 'likes-narrow', options: PHONE, path: '/likes' },
  { name: 'members-wide', options: WIDE, path: '/members' },
];

async function captureWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = await page.evaluate(() => ({ x: 0, y: 0, width: innerWidth, height: innerHeight, scale: devicePixelRatio }));
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}

/** `node assets/icons/take-app-screenshots.ts`: takes the pictures of the manifest, in English, with demo people. */
await runCommand(async (lifetime) => {
  const executablePath = installedChromium();
  if (!executablePath) throw new CommandError('No chromium here.');
  await buildChanged({ isDevelopment: true });
  const url = await startTemporaryProduct(lifetime, { members: MEMBERS });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const { storageState } = await logInDemoMember(browser, url);
  await mkdir(FOLDER, { recursive: true });
  for (const { name, options, path } of SHOTS) {
    await using context = await browser.newContext({
      ...options,
      locale: 'en',
      colorScheme: 'light',
      ...(storageState ? { storageState } : {}),
    });
    await context.addInitScript(resetNotificationPermission);
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    await untilNetworkIdle(page);
    const picture = await captureWebp(page);
    if (picture.length > LIMIT_BYTES) throw new CommandError(`${name} would weigh ${picture.length} bytes.`);
    await writeFile(`${FOLDER}/${name}.webp`, picture);
    console.log(`${name}.webp ${picture.length} bytes`);
  }
});
