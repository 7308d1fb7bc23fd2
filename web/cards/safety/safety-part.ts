import { createPart } from '../../session/part.ts';

/** What only a press on a member's menu needs, with its texts. */
export const safetyPart = createPart(() => import('./safety-parts.ts'), 'safety');
