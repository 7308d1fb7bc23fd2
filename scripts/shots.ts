import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, provideChromium } from './lib/browsers/chromium.ts';
import { buildChanged } from './lib/build/build-changed.ts';
import { Refusal } from './lib/command/command-error.ts';
import { step } from './lib/command/progress-steps.ts';
import { runCommand } from './lib/command/run-command.ts';
import { startPrivateProduct } from './lib/product/temporary-product.ts';
import { logInFirst } from './lib/screenshots/demo-session.ts';
import { LOOKS, openLook } from './lib/screenshots/device-profiles.ts';
import { takeLetters } from './lib/screenshots/mail-screenshots.ts';
import { subjectsOf } from './lib/screenshots/scenarios/all-scenarios.ts';
import { takeShot } from './lib/screenshots/take-screenshot.ts';

/** `npm run shots [part of a name]`: takes pictures of all scenarios and mails on all devices and colour schemes, into .shots. */
await runCommand(async (lifetime) => {
  const wanted = process.argv[2] ?? '';
  const noBrowser = await provideChromium();
  const executablePath = installedChromium();
  if (!executablePath) throw new Refusal(noBrowser ?? 'No chromium here.');
  await buildChanged({ isDevelopment: true });
  const url = await startPrivateProduct(lifetime);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const member = await logInFirst(browser, url);
  const subjects = subjectsOf(member).filter(({ name }) => name.includes(wanted));
  let faults = 0;
  let letters = 0;
  for (const look of LOOKS) {
    await step(`${subjects.length} pages and the letters, ${look.title}`, async (progress) => {
      letters += await takeLetters(browser, look, wanted);
      for (const subject of subjects) {
        progress(subject.name);
        const storageState = subject.isVisitor ? undefined : member.storageState;
        await using context = await openLook(browser, look, { storageState, locale: subject.locale });
        faults += await takeShot(context, { url, subject, look });
      }
    });
  }
  console.log(`${subjects.length * LOOKS.length + letters} pictures in .shots${faults > 0 ? `, ${faults} pages complained (above)` : ''}`);
});
