import type { ReactNode } from 'react';
import type { Image } from '#contract/profile';
import { Photo } from '../../ui/photo.tsx';

interface FirstPhotoState {
  isBusy: boolean;
  /** A picture is chosen and waits to be used. */
  hasChoice: boolean;
  /** Crops and uploads the chosen picture. */
  use: () => void;
}

export interface FirstPhotoProps {
  image: Image | null;
  onUploaded: (image: Image) => void;
  /** The buttons below the frame. */
  children?: (state: FirstPhotoState) => ReactNode;
}

export function FirstPhoto({ image, children }: FirstPhotoProps) {
  return (
    <>
      <Photo image={image} alt="" sizes="260px" />
      {children?.({ isBusy: false, hasChoice: false, use: () => undefined })}
    </>
  );
}
