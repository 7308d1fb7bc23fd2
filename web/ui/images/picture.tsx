import { type ImgHTMLAttributes, useEffect, useState } from 'react';

type PictureProps = ImgHTMLAttributes<HTMLImageElement> & { src: string; alt: string };

/** Whether loading the image of an address has failed, which `onError` records. When the network is back, it is tried again. */
export function useLoadFailure(address: string): { hasFailed: boolean; onError: () => void } {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const isAway = failedAddress === address;
  useEffect(() => {
    if (!isAway) return undefined;
    const retry = () => setFailedAddress(null);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isAway]);
  return { hasFailed: isAway, onError: () => setFailedAddress(address) };
}

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
