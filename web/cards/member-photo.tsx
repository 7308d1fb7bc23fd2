import type { Image } from '#contract/profile';
import { Icon } from '../ui/icon.tsx';
import { Photo } from '../ui/photo.tsx';
import './member-photo.css';

interface MemberPhotoProps {
  image: Image | null;
  alt: string;
  sizes: string;
  priority?: boolean | undefined;
}

/** A member's photo, blurred when it shows nudity, or a quiet figure where there is none. */
export function MemberPhoto({ image, alt, sizes, priority }: MemberPhotoProps) {
  if (image) return <Photo image={image} alt={alt} sizes={sizes} priority={priority} className={image.is_nude ? 'is-nude' : undefined} />;
  return (
    <span className="no-photo">
      <Icon name="user-round" />
    </span>
  );
}
