import type { ImgHTMLAttributes } from 'react';
import { useAway } from './use-load-failure.ts';

type PictureProps = ImgHTMLAttributes<HTMLImageElement> & { src: string; alt: string };

/** A picture; while it cannot be had its ground stands there as large, not the browser's sign for a broken one. */
export function Picture({ src, srcSet, className, alt, ...rest }: PictureProps) {
  const { isAway, note } = useAway(src);
  const classes = isAway ? `${className ?? ''} is-away` : className;
  return <img {...rest} className={classes} srcSet={isAway ? undefined : srcSet} src={isAway ? undefined : src} onError={note} alt={alt} />;
}
