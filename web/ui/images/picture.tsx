import { type ImgHTMLAttributes, useCallback, useEffect, useState } from 'react';

type PictureProps = ImgHTMLAttributes<HTMLImageElement> & { src: string; alt: string };

/**
 * Whether loading the image of an address has failed, which `onError` records. It is tried again when the network is back, and when a kept
 * screen is shown again, which hears nothing while it is hidden.
 */
export function useLoadFailure(address: string): { hasFailed: boolean; onError: () => void } {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const isAway = failedAddress === address;
  useEffect(() => {
    if (!isAway) return undefined;
    const retry = () => setFailedAddress(null);
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      retry();
    };
  }, [isAway]);
  return { hasFailed: isAway, onError: () => setFailedAddress(address) };
}

/** Sets an attribute of an image or removes it; one that has the value already is left alone, as the image would be loaded again. */
function setAttribute(image: HTMLImageElement, name: string, value: string | undefined): void {
  if (value === undefined) image.removeAttribute(name);
  else if (image.getAttribute(name) !== value) image.setAttribute(name, value);
}

/**
 * An image. If it cannot be loaded, its background keeps the place instead of the browser's broken-image icon.
 *
 * With a `srcSet` it gets its sources once it is in its place. Chromium holds an image whose `srcset` was set and that was never put into
 * the document, with all that is around it, for as long as the page is open; React makes such images in a render that it begins anew.
 */
export function Picture({ src, srcSet, sizes, className, alt, ...rest }: PictureProps) {
  const { hasFailed, onError } = useLoadFailure(src);
  const classes = hasFailed ? `${className ?? ''} is-broken` : className;
  // The finished page of a shell has them from the start.
  const isLate = srcSet !== undefined && !import.meta.env.SSR;
  const setSources = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      setAttribute(image, 'sizes', sizes);
      setAttribute(image, 'srcset', hasFailed ? undefined : srcSet);
      setAttribute(image, 'src', hasFailed ? undefined : src);
    },
    [hasFailed, sizes, srcSet, src],
  );
  const sources = hasFailed ? { sizes } : { sizes, srcSet, src };
  return <img {...rest} {...(isLate ? { ref: setSources } : sources)} className={classes} onError={onError} alt={alt} />;
}
