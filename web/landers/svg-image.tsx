import type { SVGAttributes } from 'react';
import { useLoadFailure } from '../ui/images/picture.tsx';

/** An image inside an SVG. If it cannot be loaded, it is left out, so that what is drawn below it shows. */
export function SvgImage({ href, ...rest }: SVGAttributes<SVGImageElement> & { href: string }) {
  const { hasFailed, onError } = useLoadFailure(href);
  return hasFailed ? null : <image {...rest} href={href} onError={onError} />;
}
