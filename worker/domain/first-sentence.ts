/** The most characters of a first sentence; a longer one is cut at a word. */
const SENTENCE_MAX = 140;

/**
 * The first sentence of a text that a member has written, on one line; a longer one ends with "…" after a whole word. Null if the text is empty.
 */
export function firstSentenceOf(text: string | null): string | null {
  const [line = ''] = (text ?? '').trim().split('\n', 1);
  const end = /[.!?…]["”’»)]*(?=\s|$)/.exec(line);
  const sentence = (end ? line.slice(0, end.index + end[0].length) : line).replaceAll(/\s+/g, ' ').trim();
  const characters = [...sentence];
  if (characters.length === 0) return null;
  if (characters.length <= SENTENCE_MAX) return sentence;
  const cut = characters.slice(0, SENTENCE_MAX).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > SENTENCE_MAX / 2 ? cut.slice(0, lastSpace) : cut).replace(/[,;:]$/, '')}…`;
}
