import { rm } from 'node:fs/promises';
import { inProject } from '../paths.ts';
import { runTool } from '../process/run-tool.ts';

const DRAWING_DIR = inProject('dist/drawing');

/** Renders the prerendered shells into the built page, with the page's own code bundled for Node. */
export async function buildLooks(pageDir: string): Promise<void> {
  const { buildDrawing } = await import('../../../web/build/prerender-bundle.ts');
  await buildDrawing(DRAWING_DIR);
  const { code, output } = await runTool(process.execPath, [
    inProject('web/build/prerender-shells.ts'),
    `${DRAWING_DIR}/prerender.js`,
    pageDir,
  ]);
  await rm(DRAWING_DIR, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the first looks could not be drawn:\n${output}`);
}
