import { rm } from 'node:fs/promises';
import { inProject } from '../paths.ts';
import { runTool } from '../process/run-tool.ts';

const PRERENDER_DIR = inProject('dist/drawing');

/** Renders the prerendered shells into the built page, with the page's own code bundled for Node. */
export async function prerenderShells(pageDir: string): Promise<void> {
  const { buildPrerenderBundle } = await import('../../../web/build/prerender-bundle.ts');
  await buildPrerenderBundle(PRERENDER_DIR);
  const { code, output } = await runTool(process.execPath, [
    inProject('web/build/prerender-shells.ts'),
    `${PRERENDER_DIR}/prerender.js`,
    pageDir,
  ]);
  await rm(PRERENDER_DIR, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the prerendered shells could not be drawn:\n${output}`);
}
