import * as v from 'valibot';
import type { User } from '#contract/account';
import { PROMPT_ANSWER_MAX } from '#contract/profile';
import { withAnswer } from '../../../api/profile/answered-prompts.ts';
import { usePromptLabels } from '../../../api/profile/catalogue-queries.ts';
import type { UserChanges } from '../../../session/save-user.ts';
import { charactersLeft } from '../../../ui/forms/counted-area.tsx';
import { useStoredAnswers } from '../flow/use-stored-answers.ts';
import { firstSuggestion, nextSuggestion } from './prompt-suggestion.ts';

/** The prompt on screen, and what was typed for each of the prompts that were. An empty id stands for the first suggestion. */
const PromptAnswers = v.object({ shown: v.string(), texts: v.record(v.string(), v.string()) });

/** The prompt that the step about oneself offers, and its answer. Null while the prompts are not loaded, and if they cannot be. */
export function usePromptAnswer(user: User) {
  const labels = usePromptLabels(true).data;
  const { answers, answer, forget } = useStoredAnswers('signup-prompt', PromptAnswers, { shown: '', texts: {} });
  if (!labels || labels.size === 0) return null;
  const shown = labels.has(answers.shown) ? answers.shown : firstSuggestion(user, labels);
  const { prompts } = user.profile;
  const saved = prompts.find(({ id }) => id === shown)?.text ?? '';
  const text = answers.texts[shown] ?? saved;
  const next = nextSuggestion(shown, user, labels);
  const changes: UserChanges = text.trim() === saved ? {} : { prompts: withAnswer(prompts, { id: shown, text: text.trim() }) };
  return {
    label: labels.get(shown) ?? '',
    text,
    isTooLong: charactersLeft(text, PROMPT_ANSWER_MAX) < 0,
    changes,
    type: (typed: string) => answer({ shown, texts: { ...answers.texts, [shown]: typed } }),
    showNext: next === null ? null : () => answer({ ...answers, shown: next }),
    forget,
  };
}
