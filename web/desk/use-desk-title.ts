import { useEffect } from 'react';
import { boot } from '../boot/boot.ts';
import { useTexts } from './texts.ts';

/** Sets the title of the document: the page, the desk, the site. */
export function useDeskTitle(title: string): void {
  const desk = useTexts('session')('desk');
  useEffect(() => {
    document.title = `${title} · ${desk} · ${boot.settings.name}`;
  }, [title, desk]);
}
