import { chromium } from 'playwright-core';
import { takeLetters } from './shots/letters.ts';
import { LOOKS, openLook } from './shots/looks.ts';
import { startPrivateProduct } from './shots/private-product.ts';
import { subjectsOf } from './shots/subjects.ts';
import { takeShot } from './shots/take.ts';
import { logInFirst } from './shots/visit.ts';
import { buildChanged } from './support/build-changed.ts';
import { CHROMIUM_ARGS, installedChromium, provideChromium } from './support/chromium.ts';
import { runCommand } from './support/command.ts';
import { Refusal } from './support/refusal.ts';
import { step } from './support/steps.ts';

/** `npm run shots [part of a name]`: every page as PNG, phone and desktop, light and dark. */
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
