import type { ImgHTMLAttributes } from 'react';
import { photoSourceSet } from '#contract/pages/hero-photo';
import type { OwnImage } from '#contract/profile';
import { useHidesNudity } from '../../session/nudity-setting.ts';
import { useSettings } from '../../session/settings.ts';
import { Icon } from '../icon.tsx';
import { Picture } from './picture.tsx';
import { usePlaceholder } from './use-placeholder.ts';

type PhotoProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'alt' | 'sizes'> & {
  /** Null shows an icon in its place. A held photo of the member's own is loaded from this site, which knows who asks. */
  image: OwnImage | null;
  alt: string;
  /** As the attribute `sizes` of `<img>`. */
  sizes: string;
  priority?: boolean | undefined;
  /** Shows nudity unblurred, because the member asked for this photo. */
  isUnblurred?: boolean | undefined;
};

/** The address of photo files on this site itself. */
const OWN_PREFIX = '/photos/';

/** A photo over its blurred placeholder, in the file size that its place needs. Nudity is blurred unless the member chose to see it. */
export function Photo({ image, alt, sizes, priority, isUnblurred = false, className, style, ...rest }: PhotoProps) {
  const { cdn_prefix: prefix } = useSettings();
  const cdn = image?.is_held ? OWN_PREFIX : prefix;
  const hidesNudity = useHidesNudity();
  const placeholder = usePlaceholder(image?.thumbhash);
  if (!image) return <NoPhoto alt={alt} />;
  const isBlurred = image.is_nude && hidesNudity && !isUnblurred;
  const background = placeholder
    ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover', backgroundPosition: 'center', ...style }
    : style;
  if (!image.medium_filename) return <Blurred image={image} alt={alt} className={className} style={background} />;
  return (
    <Picture
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      {...rest}
      className={isBlurred ? `${className ?? ''} is-nude` : className}
      fetchPriority={priority ? 'high' : 'auto'}
      sizes={sizes}
      srcSet={photoSourceSet(image, cdn)}
      src={`${cdn}${image.medium_filename}`}
      width={image.width}
      height={image.height}
      alt={alt}
      style={background}
    />
  );
}

/** A photo without file names, because a search leaves those of nude photos out. Only its blurred placeholder is shown. */
function Blurred({ image, alt, className, style }: Pick<PhotoProps, 'alt' | 'className' | 'style'> & { image: OwnImage }) {
  return <img className={`${className ?? ''} is-broken`} width={image.width} height={image.height} alt={alt} style={style} />;
}

function NoPhoto({ alt }: { alt: string }) {
  return (
    <span className="no-photo" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <Icon name="user-round" />
    </span>
  );
}
