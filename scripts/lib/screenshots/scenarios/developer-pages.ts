import type { PageAction } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

/** Dialogs that no other scenario opens. */
const DIALOGS = [
  'delete-account-unsent',
  'terms',
  'install-share',
  'install-dock',
  'install-menu',
  'photo',
  'photo-add',
  'upload-progress',
  'photo-failed',
  'photo-viewer',
  'fields',
  'interests',
  'change-address',
  'plum',
  'long',
];

const showToasts: PageAction = async (page) => {
  await page.getByRole('button', { name: 'four at once' }).press('Enter');
  await page.locator('.toast').nth(3).waitFor();
};

const showTabs: PageAction = (page) => page.locator('.dev-sample .tabs').last().scrollIntoViewIfNeeded();
const untilDialog: PageAction = (page) => page.locator('dialog[open]').waitFor();

/** The developer pages, and the dialogs and toasts that they show. */
export const developerPageScenarios = (): Scenario[] =>
  [
    { name: 'dev-dialogs', path: '/_dev/dialogs?panel' },
    { name: 'dev-toasts', path: '/_dev/dialogs', act: showToasts },
    { name: 'dev-top-nav', path: '/_dev/top-nav' },
    { name: 'dev-top-nav-tabs', path: '/_dev/top-nav', act: showTabs },
    { name: 'dev-activate-reminder', path: '/_dev/activate-reminder' },
    { name: 'classic-dev-top-nav', path: '/_dev/top-nav?template=classic' },
    { name: 'classic-dev-activate-reminder', path: '/_dev/activate-reminder?template=classic' },
    ...DIALOGS.map((name) => ({ name: `dev-dialog-${name}`, path: `/_dev/dialogs?open=${name}`, act: untilDialog })),
  ].map((subject) => ({ ...subject, isVisitor: true }));
