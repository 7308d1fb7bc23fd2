import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../assets/icons');

/** The files served under /icons/: pictures of the installed app. Their names hold no hash, because the manifest refers to them. */
export function appIcons(): { fileName: string; source: Buffer }[] {
  return globSync('**/*.{png,webp,jpg}', { cwd: FOLDER }).map((path) => ({
    fileName: `icons/${path.replaceAll('\\', '/')}`,
    source: readFileSync(join(FOLDER, path)),
  }));
}
