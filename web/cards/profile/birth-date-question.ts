import { createStore } from '../../platform/store.ts';

/** Whether the member is asked for their date of birth, because something they do needs it. */
export const isBirthDateAsked = createStore(false);
