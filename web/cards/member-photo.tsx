import type { Image } from '#contract/profile';
import { Icon } from '../ui/icon.tsx';
import { Photo } from '../ui/images/photo.tsx';
import './member-photo.css';

interface MemberPhotoProps {
  name: string;
  image: Image | null;
  alt: string;
  sizes: string;
  priority?: boolean | undefined;
}

/** A member's photo; without one the initial of the name, and without a name an icon. */
export function MemberPhoto({ name, image, alt, sizes, priority }: MemberPhotoProps) {
  if (image) return <Photo image={image} alt={alt} sizes={sizes} priority={priority} />;
  const [initial] = name;
  return (
    <span className="photo-initial">
      {initial ? (
        <span className="display" aria-hidden="true">
          {initial.toUpperCase()}
        </span>
      ) : (
        <Icon name="user-round" />
      )}
    </span>
  );
}
