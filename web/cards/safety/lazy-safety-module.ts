import { createLazyModule } from '../../ui/lazy-module.ts';

/** Menu entries and dialogs about a member with their texts, loaded when a member's menu is first opened. */
export const lazySafetyModule = createLazyModule(() => import('./safety-module.tsx'), 'safety');
