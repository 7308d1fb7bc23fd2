import type { Ref } from 'react';

interface TrustedHtmlProps {
  /** A result of `fillTemplate`; nothing else may be passed. */
  html: string;
  lang: string;
  className: string;
  ref?: Ref<HTMLDivElement>;
}

/**
 * The only place where HTML is inserted unescaped. It is safe because the build makes it from the repository's Markdown and fails on raw
 * HTML (web/build/text-pages.ts), and `fillTemplate` escapes the values it fills in. Nothing that a member wrote is ever in it.
 */
export function TrustedHtml({ html, lang, className, ref }: TrustedHtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the repository's own texts, see above
  return <div className={className} lang={lang} ref={ref} dangerouslySetInnerHTML={{ __html: html }} />;
}
