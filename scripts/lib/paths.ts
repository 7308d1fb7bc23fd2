import { fileURLToPath } from 'node:url';

/** An absolute path inside the project. */
export const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
