import en from '../locales/en/access.json';
import { type DeskKey, useTexts } from '../texts.ts';

/** Returns a function that words an act of the record; one that this version does not know is shown as it is stored. */
export function useActText(): (act: string) => string {
  const t = useTexts('access');
  return (act) => {
    const key = `act_${act}`;
    return key in en ? t(key as DeskKey<'access'>) : act;
  };
}
