import type { SVGAttributes } from 'react';
import { useAway } from '../ui/images/use-load-failure.ts';

/** An image inside an SVG. If it cannot be loaded, it is left out, so that what is drawn below it shows. */
export function PictureWithin({ href, ...rest }: SVGAttributes<SVGImageElement> & { href: string }) {
  const { isAway, note } = useAway(href);
  return isAway ? null : <image {...rest} href={href} onError={note} />;
}
