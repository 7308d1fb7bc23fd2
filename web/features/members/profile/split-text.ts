import { QUOTE_MAX } from '#contract/quotes';

/** A text about a member in pieces that can be quoted word by word: the first sentence, and the paragraphs that follow. */
export interface TextPieces {
  readonly first: string | null;
  readonly rest: readonly string[];
}

const lengthOf = (text: string) => [...text].length;

/** The end of the first sentence of a line; the end of the line if it has no mark. */
function firstSentenceEnd(line: string): number {
  const mark = /[.!?…]["”’»)]*(?=\s|$)/.exec(line);
  return mark ? mark.index + mark[0].length : line.length;
}

/** A paragraph in pieces of at most QUOTE_MAX characters, each of whole sentences where they are short enough, else of whole words. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let left = paragraph.trim();
  while (lengthOf(left) > QUOTE_MAX) {
    const head = [...left].slice(0, QUOTE_MAX).join('');
    const sentenceEnd = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? ')) + 1;
    const wordEnd = head.lastIndexOf(' ');
    const end = sentenceEnd > QUOTE_MAX / 3 ? sentenceEnd : wordEnd > 0 ? wordEnd : head.length;
    pieces.push(left.slice(0, end).trim());
    left = left.slice(end).trim();
  }
  return left ? [...pieces, left] : pieces;
}

/** Splits a text about a member. Every piece stands in it word by word, and has at most QUOTE_MAX characters. */
export function splitText(text: string | null): TextPieces {
  const paragraphs = (text ?? '').split('\n').filter((line) => line.trim());
  const [opening = '', ...others] = paragraphs;
  const trimmed = opening.trim();
  const end = firstSentenceEnd(trimmed);
  const first = trimmed.slice(0, end);
  const pieces = [trimmed.slice(end), ...others].flatMap(piecesOf);
  if (lengthOf(first) > QUOTE_MAX) return { first: piecesOf(first)[0] ?? null, rest: [...piecesOf(first).slice(1), ...pieces] };
  return { first: first || null, rest: pieces };
}
