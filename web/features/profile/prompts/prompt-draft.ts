import { readStoredText, storeText } from '../../../ui/forms/form-draft.ts';

const ID_FIELD = 'profile-prompt';
const TEXT_FIELD = 'profile-prompt-answer';

/** The answer that was typed last and not saved; empty strings if there is none. It survives a reload of the tab. */
export const readPromptDraft = () => ({ id: readStoredText(ID_FIELD), text: readStoredText(TEXT_FIELD) });

export function storePromptDraft(id: string, text: string): void {
  storeText(ID_FIELD, id);
  storeText(TEXT_FIELD, text);
}

export const forgetPromptDraft = (): void => storePromptDraft('', '');
