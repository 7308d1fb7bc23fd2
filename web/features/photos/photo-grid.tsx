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

/** Returns the props of a tile that can be dragged to another place by mouse. The buttons of its dialog do the same. */
function useDragToReorder(onMove: PhotoGridProps['onMove']) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const stop = () => {
    setDraggedId(null);
    setOverId(null);
  };
  const tileProps = (id: string, place: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      setDraggedId(id);
    },
    onDragOver: (event: DragEvent) => {
      if (!draggedId) return;
      event.preventDefault();
      setOverId(id);
    },
    onDrop: (event: DragEvent) => {
      if (!draggedId) return;
      event.preventDefault();
      onMove(draggedId, place);
      stop();
    },
    onDragEnd: stop,
    className: ['photo-tile', draggedId === id && 'is-dragged', draggedId && draggedId !== id && overId === id && 'is-over']
      .filter(Boolean)
      .join(' '),
  });
  return tileProps;
}

/** The member's photos in order, and a tile that adds another. */
export function PhotoGrid({ images, mainId, onOpen, onMove, onAdd }: PhotoGridProps) {
  const { t } = useTranslation('photos');
  const tileProps = useDragToReorder(onMove);
  return (
    <ul className="photo-grid" ref={animateRows}>
      {images.map((image, i) => (
        <li key={image.id} {...tileProps(image.id, i)}>
          <button type="button" onClick={() => onOpen(image.id)}>
            <Photo
              image={image}
              alt={t(image.id === mainId ? 'tile_main' : 'tile', { place: i + 1, count: images.length })}
              sizes="(min-width: 1024px) 170px, 33vw"
              draggable={false}
            />
            {image.id === mainId && (
              <span className="tag photo-tag" aria-hidden="true">
                {t('main')}
              </span>
            )}
            {image.is_nude && <span className="tag photo-tag photo-tag-top">{t('nude_flag')}</span>}
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
