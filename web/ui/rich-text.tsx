import { Fragment, type ReactNode } from 'react';

const PART = /<(\w+)>(.*?)<\/\1>/g;

interface RichTextProps {
  /** A sentence of ours, such as "Read the <terms>terms</terms> first": what stands in it is never typed by members. */
  text: string;
  parts: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A sentence some of whose words are links or set apart, in whatever order a language puts them. */
export function RichText({ text, parts }: RichTextProps) {
  let end = 0;
  const drawn = [...text.matchAll(PART)].map(({ 0: whole, 1: name = '', 2: words = '', index }) => {
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
