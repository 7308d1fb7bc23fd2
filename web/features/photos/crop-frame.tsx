import { ReactCrop } from 'react-image-crop';
import { useTranslation } from '../../i18n/use-translation.ts';
import 'react-image-crop/dist/ReactCrop.css';
import { type CropRect, PHOTO_ASPECT_RATIO } from './crop.ts';
import type { LocalPicture } from './local-picture.ts';
import { useCropZoom } from './use-crop-zoom.ts';

interface CropFrameProps {
  picture: LocalPicture;
  part: CropRect;
  isLocked: boolean;
  onChange: (part: CropRect) => void;
}

/** The whole picture with the crop in it, which is moved and resized by mouse, wheel, one or two fingers, or keys. */
export function CropFrame({ picture, part, isLocked, onChange }: CropFrameProps) {
  const { t } = useTranslation('photos');
  const cornerLabel = t('crop_corner');
  const { isPinching, handlers } = useCropZoom({ picture, part, isLocked, onChange });
  return (
    <div className="crop-zoom" {...handlers}>
      <ReactCrop
        className="crop-frame"
        aspect={PHOTO_ASPECT_RATIO}
        crop={{ unit: '%', ...part }}
        disabled={isLocked}
        keepSelection
        ruleOfThirds
        onChange={(_, { x, y, width, height }) => {
          if (!isPinching()) onChange({ x, y, width, height });
        }}
        ariaLabels={{
          cropArea: t('crop_area'),
          nwDragHandle: cornerLabel,
          nDragHandle: cornerLabel,
          neDragHandle: cornerLabel,
          eDragHandle: cornerLabel,
          seDragHandle: cornerLabel,
          sDragHandle: cornerLabel,
          swDragHandle: cornerLabel,
          wDragHandle: cornerLabel,
        }}
      >
        <img src={picture.url} alt="" width={picture.width} height={picture.height} />
      </ReactCrop>
    </div>
  );
}
