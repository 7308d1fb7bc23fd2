import type { Ref } from 'react';

interface OwnHtmlProps {
  /** Out of `fillText` and nowhere else. */
  html: string;
  lang: string;
  className: string;
  ref?: Ref<HTMLDivElement>;
}

/**
 * The only place where the page takes HTML as it is. Guarantee: it is made at build from our own Markdown, where raw HTML stops
 * the build (web/build/text-pages.ts), and what is filled in is escaped (`fillText`). Nothing a member writes ever comes here.
 */
export function OwnHtml({ html, lang, className, ref }: OwnHtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, see above
  return <div className={className} lang={lang} ref={ref} dangerouslySetInnerHTML={{ __html: html }} />;
}
