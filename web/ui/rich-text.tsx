import { Fragment, type ReactNode } from 'react';

const TAG = /<(\w+)>(.*?)<\/\1>/g;

interface RichTextProps {
  /** A sentence of the locale files, such as "Read the <terms>terms</terms> first". It must not contain text of members. */
  text: string;
  parts: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A sentence with words that are links or emphasized. `parts` renders the words of each tag; the order is that of the language. */
export function RichText({ text, parts }: RichTextProps) {
  let end = 0;
  const drawn = [...text.matchAll(TAG)].map(({ 0: whole, 1: name = '', 2: words = '', index }) => {
    const before = text.slice(end, index);
    end = index + whole.length;
    return (
      <Fragment key={name}>
        {before}
        {parts[name]?.(words) ?? words}
      </Fragment>
    );
  });
  return (
    <>
      {drawn}
      {text.slice(end)}
    </>
  );
}
