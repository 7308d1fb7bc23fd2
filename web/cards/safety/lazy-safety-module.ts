import { createPart } from '../../ui/lazy-module.ts';

/** What only a press on a member's menu needs, with its texts. */
export const safetyPart = createPart(() => import('./safety-module.ts'), 'safety');
