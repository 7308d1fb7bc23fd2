import type { ImgHTMLAttributes } from 'react';
import { useAway } from './use-load-failure.ts';

type PictureProps = ImgHTMLAttributes<HTMLImageElement> & { src: string; alt: string };

/** An image. If it cannot be loaded, its background keeps the place instead of the browser's broken-image icon. */
export function Picture({ src, srcSet, className, alt, ...rest }: PictureProps) {
  const { isAway, note } = useAway(src);
  const classes = isAway ? `${className ?? ''} is-away` : className;
  return <img {...rest} className={classes} srcSet={isAway ? undefined : srcSet} src={isAway ? undefined : src} onError={note} alt={alt} />;
}
