import type { ImgHTMLAttributes } from 'react';
import { type Image, photoWidths } from '#contract/profile';
import { useHidesNudity } from '../../session/nudity-setting.ts';
import { useSettings } from '../../session/settings.ts';
import { Icon } from '../icon.tsx';
import { Picture } from './picture.tsx';
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
  if (!image) return <NoPhoto alt={alt} />;
  const widths = photoWidths(image.width);
  const isVeiled = image.is_nude && hidesNudity && !isUnveiled;
  const ground = placeholder
    ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover', backgroundPosition: 'center', ...style }
    : style;
  if (!image.medium_filename) return <Blurred image={image} alt={alt} className={className} style={ground} />;
  const sources = `${cdn}${image.thumb_filename} ${widths.thumb}w, ${src} ${widths.medium}w, ${cdn}${image.large_filename} ${widths.large}w`;
  return (
    <Picture
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      {...rest}
      className={isVeiled ? `${className ?? ''} is-nude` : className}
      fetchPriority={priority ? 'high' : 'auto'}
      sizes={sizes}
      srcSet={sources}
      src={src}
      width={image.width}
      height={image.height}
      alt={alt}
      style={ground}
    />
  );
}

/** A photo whose files a search has left out, because it shows nudity: its placeholder, which shows no more than colours. */
function Blurred({ image, alt, className, style }: Pick<PhotoProps, 'alt' | 'className' | 'style'> & { image: Image }) {
  return <img className={`${className ?? ''} is-away`} width={image.width} height={image.height} alt={alt} style={style} />;
}

function NoPhoto({ alt }: { alt: string }) {
  return (
    <span className="no-photo" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <Icon name="user-round" />
    </span>
  );
}
