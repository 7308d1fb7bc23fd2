import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../assets/icons');

/** What goes out under /icons/: pictures of the installed app, by names that the manifest keeps. */
export function appIcons(): { fileName: string; source: Buffer }[] {
  return globSync('**/*.{png,webp,jpg}', { cwd: FOLDER }).map((path) => ({
    fileName: `icons/${path.replaceAll('\\', '/')}`,
    source: readFileSync(join(FOLDER, path)),
  }));
}
