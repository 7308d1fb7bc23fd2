import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, provideChromium } from './lib/browsers/chromium.ts';
import { buildChanged } from './lib/build/build-changed.ts';
import { CommandError } from './lib/command/command-error.ts';
import { runStep } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { startTemporaryProduct } from './lib/product/temporary-product.ts';
import { logInDemoMember } from './lib/screenshots/demo-session.ts';
import { DEVICE_PROFILES, openContext } from './lib/screenshots/device-profiles.ts';
import { takeMailScreenshots } from './lib/screenshots/mail-screenshots.ts';
import { scenariosOf } from './lib/screenshots/scenarios/all-scenarios.ts';
import { takeScreenshot } from './lib/screenshots/take-screenshot.ts';

/** `npm run shots [part of a name]`: takes pictures of all scenarios and mails on all devices and colour schemes, into .shots. */
await runCommand(async (lifetime) => {
  const wanted = process.argv[2] ?? '';
  const noBrowser = await provideChromium();
  const executablePath = installedChromium();
  if (!executablePath) throw new CommandError(noBrowser ?? 'No chromium here.');
  await buildChanged({ isDevelopment: true });
  const url = await startTemporaryProduct(lifetime);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const member = await logInDemoMember(browser, url);
  const subjects = scenariosOf(member).filter(({ name }) => name.includes(wanted));
  let faults = 0;
  let mails = 0;
  for (const device of DEVICE_PROFILES) {
    await runStep(`${subjects.length} pages and the mails, ${device.title}`, async (progress) => {
      mails += await takeMailScreenshots(browser, device, wanted);
      for (const subject of subjects) {
        progress(subject.name);
        const storageState = subject.isVisitor ? undefined : member.storageState;
        await using context = await openContext(browser, device, { storageState, locale: subject.locale });
        faults += await takeScreenshot(context, { url, subject, device });
      }
    });
  }
  console.log(
    `${subjects.length * DEVICE_PROFILES.length + mails} pictures in .shots${faults > 0 ? `, ${faults} pages complained (above)` : ''}`,
  );
});
