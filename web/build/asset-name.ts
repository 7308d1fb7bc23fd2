/** The name pattern of built files that are not scripts. The build of the page and that of the prerendered shells share it: the shells link to files that only the build of the page emits. */
export const ASSET_FILE_NAMES = 'assets/[name]-[hash:7][extname]';
