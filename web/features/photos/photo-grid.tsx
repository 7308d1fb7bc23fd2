import { useRef } from 'react';
import type { OwnImage } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import { useAnimatedRows } from '../../ui/lists/animate-rows.ts';
import { usePhotoSorting } from './use-photo-sorting.ts';

interface PhotoGridProps {
  images: readonly OwnImage[];
  mainId: string | undefined;
  onOpen: (id: string) => void;
  onMove: (id: string, place: number) => void;
  onAdd: () => void;
}

/** The member's photos in order, and a tile that adds another. */
export function PhotoGrid({ images, mainId, onOpen, onMove, onAdd }: PhotoGridProps) {
  const { t } = useTranslation('photos');
  const list = useRef<HTMLUListElement>(null);
  const { listProps, tileProps } = usePhotoSorting(list, onMove);
  const animatedList = useAnimatedRows(list);
  return (
    <ul className="photo-grid" ref={animatedList} {...listProps}>
      {images.map((image, i) => (
        <li key={image.id} {...tileProps(image.id, i)}>
          <button
            type="button"
            aria-keyshortcuts={images.length > 1 ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined}
            onClick={() => onOpen(image.id)}
          >
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
            {image.is_held && <span className="tag photo-tag">{t('held')}</span>}
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
