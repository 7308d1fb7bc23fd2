import { useEffect } from 'react';
import { useStore } from '../../platform/store.ts';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { isBirthDateAsked } from './birth-date-question.ts';
import { setBirthDateQuestion } from './with-birth-date.ts';

const lazyDialog = createLazyModule(() => import('./birth-date-dialog.tsx'), 'profile');

/** Asks members without a date of birth for it when something they do needs it. The dialog is loaded a moment after the page. */
export function BirthDateSlot() {
  const isAsked = useStore(isBirthDateAsked);
  const dialogModule = useLazyModule(lazyDialog, isAsked);
  useEffect(() => setBirthDateQuestion(async () => (await import('./birth-date-dialog.tsx')).askBirthDate()), []);
  return isAsked && dialogModule ? <dialogModule.BirthDateDialog onClose={() => isBirthDateAsked.set(false)} /> : null;
}
