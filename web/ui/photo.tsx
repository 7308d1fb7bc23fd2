import type { ImgHTMLAttributes } from 'react';
import { type Image, photoWidths } from '#contract/profile';
import { useHidesNudity } from '../session/nudity.ts';
import { useSettings } from '../session/settings.ts';
import { Icon } from './icon.tsx';
import { useAway } from './use-away.ts';
import { usePlaceholder } from './use-placeholder.ts';

type PhotoProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'alt' | 'sizes'> & {
  /** Null: a quiet figure stands in its place. */
  image: Image | null;
  alt: string;
  /** As in `<img sizes>`: how wide it stands on the page. */
  sizes: string;
  priority?: boolean | undefined;
  /** Shown as it is though it shows nudity: whoever looks has asked for this one. */
  isUnveiled?: boolean | undefined;
};

/** A photo in the size the place needs, over its placeholder. Nudity is blurred wherever a photo stands, unless the member chose to see it. */
export function Photo({ image, alt, sizes, priority, isUnveiled = false, className, style, ...rest }: PhotoProps) {
  const { cdn_prefix: cdn } = useSettings();
  const hidesNudity = useHidesNudity();
  const placeholder = usePlaceholder(image?.thumbhash);
  const src = image ? `${cdn}${image.medium_filename}` : '';
  const { isAway, note } = useAway(src);
  if (!image) return <NoPhoto alt={alt} />;
  const widths = photoWidths(image.width);
  const isVeiled = image.is_nude && hidesNudity && !isUnveiled;
  const sources = `${cdn}${image.thumb_filename} ${widths.thumb}w, ${src} ${widths.medium}w, ${cdn}${image.large_filename} ${widths.large}w`;
  return (
    <img
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      {...rest}
      className={[className, isVeiled && 'is-nude', isAway && 'is-away'].filter(Boolean).join(' ') || undefined}
      fetchPriority={priority ? 'high' : 'auto'}
      sizes={sizes}
      srcSet={isAway ? undefined : sources}
      src={isAway ? nothingAs(image) : src}
      onError={note}
      width={image.width}
      height={image.height}
      alt={alt}
      style={
        placeholder ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover', backgroundPosition: 'center', ...style } : style
      }
    />
  );
}

/** A picture of nothing, as large: the browser's sign for a broken one would lie over the placeholder. */
const nothingAs = ({ width, height }: Image) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;

function NoPhoto({ alt }: { alt: string }) {
  return (
    <span className="no-photo" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <Icon name="user-round" />
    </span>
  );
}
