import { createPart } from '../../session/part.ts';

/** What only those who lack credits need, with its texts. */
export const offerPart = createPart(() => import('./offer-line.tsx'), 'credits');
