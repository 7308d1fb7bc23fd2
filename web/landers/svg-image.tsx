import type { SVGAttributes } from 'react';
import { useAway } from '../ui/images/use-load-failure.ts';

/** A picture within a drawing; while it cannot be had, what is drawn below it shows. */
export function PictureWithin({ href, ...rest }: SVGAttributes<SVGImageElement> & { href: string }) {
  const { isAway, note } = useAway(href);
  return isAway ? null : <image {...rest} href={href} onError={note} />;
}
