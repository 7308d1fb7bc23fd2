import { expect, test, vi } from 'vitest';
import { PAGES } from '#contract/pages/page-routes';
import { enforceGuards } from '../../../web/app/guard.tsx';

vi.mock('../../../web/session/user.ts', () => ({}));
vi.mock('../../../web/ui/navigation/page-params.ts', () => ({}));
vi.mock('../../../web/features/signup/flow/signup-progress.ts', () => ({}));
vi.mock('../../../web/ui/error-panel.tsx', () => ({}));
vi.mock('../../../web/app/shell/screen-loading.tsx', () => ({}));

test('a page with an access level that has no guard throws at start', () => {
  expect(() => enforceGuards(PAGES)).not.toThrow();
  expect(() => enforceGuards({ ...PAGES, secret: { access: 'operators' } })).toThrow('secret: access operators');
});
