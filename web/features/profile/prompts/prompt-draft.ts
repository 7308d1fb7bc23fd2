import { readStoredText, storeText } from '../../../ui/forms/form-draft.ts';

const ID_KEY = 'profile-prompt';
const TEXT_KEY = 'profile-prompt-answer';

/** The answer that was typed last and not saved; empty strings if there is none. It survives a reload of the tab. */
export const readPromptDraft = () => ({ id: readStoredText(ID_KEY), text: readStoredText(TEXT_KEY) });

export function storePromptDraft(id: string, text: string): void {
  storeText(ID_KEY, id);
  storeText(TEXT_KEY, text);
}

export const forgetPromptDraft = (): void => storePromptDraft('', '');
