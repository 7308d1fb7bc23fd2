import { ReactCrop } from 'react-image-crop';
import { useTranslation } from '../../i18n/use-translation.ts';
import 'react-image-crop/dist/ReactCrop.css';
import { ASPECT, type Part } from './crop.ts';
import type { Picture } from './local-picture.ts';

interface CropFrameProps {
  picture: Picture;
  part: Part;
  isLocked: boolean;
  onChange: (part: Part) => void;
}

/** The whole picture with the part that becomes the photo; by mouse, finger, or arrow keys on the part and its corners. */
export function CropFrame({ picture, part, isLocked, onChange }: CropFrameProps) {
  const { t } = useTranslation('photos');
  const corner = t('crop_corner');
  return (
    <ReactCrop
      className="crop-frame"
      aspect={ASPECT}
      crop={{ unit: '%', ...part }}
      disabled={isLocked}
      keepSelection
      ruleOfThirds
      onChange={(_, { x, y, width, height }) => onChange({ x, y, width, height })}
      ariaLabels={{
        cropArea: t('crop_area'),
        nwDragHandle: corner,
        nDragHandle: corner,
        neDragHandle: corner,
        eDragHandle: corner,
        seDragHandle: corner,
        sDragHandle: corner,
        swDragHandle: corner,
        wDragHandle: corner,
      }}
    >
      <img src={picture.url} alt="" width={picture.width} height={picture.height} />
    </ReactCrop>
  );
}
