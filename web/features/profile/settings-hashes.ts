/**
 * The sections of the settings. Mails, notifications and bookmarks from before the settings had a page of their own name them behind
 * `/profile`.
 */
const SETTINGS_SECTIONS = [
  'account',
  'email',
  'password',
  'devices',
  'visibility',
  'hidden-words',
  'credits',
  'premium',
  'mails',
  'put-aside',
  'install',
  'sensitive',
  'data',
  'delete',
] as const;

/** Whether the hash of an address names a section of the settings. */
export const isSettingsHash = (hash: string): boolean => SETTINGS_SECTIONS.some((section) => hash === `#${section}`);
