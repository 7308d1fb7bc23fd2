import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium } from '../../scripts/lib/browsers/chromium.ts';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { runCommand } from '../../scripts/lib/command/run-command.ts';
import { inProject } from '../../scripts/lib/paths.ts';

const SIZE = { width: 1200, height: 630 };
const LIMIT_BYTES = 120_000;
const PORTRAITS = ['ewa', 'tomasz', 'sofia', 'henk', 'mei'];
const GAP = 24;

/** The picture that shared links show (worker/http/pages/page-head.ts), as HTML: portraits and the mark. Without words, as each site has its own name and language. */
async function drawing(): Promise<string> {
  const mark = await readFile(inProject('web/ui/mark.svg'), 'utf8');
  const portraits = await Promise.all(
    PORTRAITS.map(async (name) => (await readFile(inProject(`assets/portraits/site/${name}.webp`))).toString('base64')),
  );
  const faces = portraits.map((base64, i) => `<img src="data:image/webp;base64,${base64}" style="margin-top:${i % 2 ? 84 : 0}px">`);
  return `<style>
    body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; background: #FBF6F0; overflow: hidden; position: relative; }
    div { display: flex; gap: ${GAP}px; padding: 60px 48px; }
    img { width: 202px; height: 430px; object-fit: cover; border-radius: 18px; }
    svg { position: absolute; left: 50%; bottom: 26px; width: 108px; height: 108px; margin-left: -78px; padding: 24px; background: #FBF6F0; border-radius: 50%; }
  </style><div>${faces.join('')}</div>${mark}`;
}

/** `node assets/icons/draw-social-picture.ts`: draws assets/icons/social.jpg. */
await runCommand(async (lifetime) => {
  const executablePath = installedChromium();
  if (!executablePath) throw new CommandError('No chromium here.');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent(await drawing(), { waitUntil: 'load' });
  const picture = await page.screenshot({ type: 'jpeg', quality: 84 });
  if (picture.length > LIMIT_BYTES) throw new CommandError(`social.jpg would weigh ${picture.length} bytes.`);
  await writeFile(inProject('assets/icons/social.jpg'), picture);
  console.log(`social.jpg ${picture.length} bytes`);
});
