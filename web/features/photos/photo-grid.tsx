import { type DragEvent, useState } from 'react';
import type { Image } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import { animateRows } from '../../ui/lists/animate-rows.ts';

interface PhotoGridProps {
  images: readonly Image[];
  mainId: string | undefined;
  onOpen: (id: string) => void;
  onMove: (id: string, place: number) => void;
  onAdd: () => void;
}

/** Carries a photo to another place by mouse; the same goes by buttons in its dialog. */
function useDrag(onMove: PhotoGridProps['onMove']) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const stop = () => {
    setDragged(null);
    setOver(null);
  };
  const tile = (id: string, place: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      setDragged(id);
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      onMove(dragged, place);
      stop();
    },
    onDragEnd: stop,
    className: ['photo-tile', dragged === id && 'is-dragged', dragged && dragged !== id && over === id && 'is-over']
      .filter(Boolean)
      .join(' '),
  });
  return tile;
}

/** My photos in their order, and the place for the next. */
export function PhotoGrid({ images, mainId, onOpen, onMove, onAdd }: PhotoGridProps) {
  const { t } = useTranslation('photos');
  const tile = useDrag(onMove);
  return (
    <ul className="photo-grid" ref={animateRows}>
      {images.map((image, i) => (
        <li key={image.id} {...tile(image.id, i)}>
          <button type="button" onClick={() => onOpen(image.id)}>
            <Photo
              image={image}
              alt={t(image.id === mainId ? 'tile_main' : 'tile', { place: i + 1, count: images.length })}
              sizes="(min-width: 1024px) 170px, 33vw"
              draggable={false}
            />
            {image.id === mainId && (
              <span className="flag photo-flag" aria-hidden="true">
                {t('main')}
              </span>
            )}
            {image.is_nude && <span className="flag photo-flag photo-flag-top">{t('nude_flag')}</span>}
          </button>
        </li>
      ))}
      <li className="photo-tile">
        <button type="button" className="photo-add" onClick={onAdd}>
          <Icon name="plus" />
          <span className="small">{t('add')}</span>
        </button>
      </li>
    </ul>
  );
}
