import type { ImgHTMLAttributes } from 'react';
import { useLoadFailure } from './use-load-failure.ts';

type PictureProps = ImgHTMLAttributes<HTMLImageElement> & { src: string; alt: string };

/** An image. If it cannot be loaded, its background keeps the place instead of the browser's broken-image icon. */
export function Picture({ src, srcSet, className, alt, ...rest }: PictureProps) {
  const { hasFailed, onError } = useLoadFailure(src);
  const classes = hasFailed ? `${className ?? ''} is-broken` : className;
  return (
    <img
      {...rest}
      className={classes}
      srcSet={hasFailed ? undefined : srcSet}
      src={hasFailed ? undefined : src}
      onError={onError}
      alt={alt}
    />
  );
}
