import type { AnsweredPrompt } from '#contract/profile';

export type AnsweredPrompts = readonly AnsweredPrompt[];

/** The answers with this one in its place, or at the end if the prompt had none; an empty text takes the answer away. */
export function withAnswer(prompts: AnsweredPrompts, { id, text }: AnsweredPrompt): AnsweredPrompt[] {
  if (text === '') return prompts.filter((prompt) => prompt.id !== id);
  if (prompts.every((prompt) => prompt.id !== id)) return [...prompts, { id, text }];
  return prompts.map((prompt) => (prompt.id === id ? { id, text } : prompt));
}
