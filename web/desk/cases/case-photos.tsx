import type { CasePhoto } from '#contract/operator/operated-cases';
import { useErrorSentence } from '../../api/error-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePlaceholder } from '../../ui/images/use-placeholder.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { useTexts } from '../texts.ts';
import { isShowable, type PhotoView, type RevealedPhotos } from './use-revealed-photos.ts';

interface TileProps {
  readonly photo: CasePhoto;
  readonly place: number;
  readonly revealed: RevealedPhotos;
}

/** What stands for a photo until it is asked for: its placeholder without colours, and a sign. */
function Veil({ photo, view }: { readonly photo: CasePhoto; readonly view: PhotoView }) {
  const placeholder = usePlaceholder(photo.thumbhash ?? undefined);
  return (
    <span className="case-photo-veil">
      {placeholder && <img src={placeholder} alt="" />}
      {view.state === 'asked' ? <span className="spinner" /> : <Icon name={isShowable(photo) ? 'eye-off' : 'x'} />}
    </span>
  );
}

function PhotoButton({ photo, place, revealed }: TileProps) {
  const t = useTexts('cases');
  const view = revealed.viewOf(photo.id);
  const isShown = view.state === 'shown';
  return (
    <button
      type="button"
      className="case-photo-button"
      data-photo={photo.id}
      aria-label={t(isShown ? 'hide_photo' : 'show_photo', { place })}
      aria-busy={view.state === 'asked' || undefined}
      onClick={() => (isShown ? revealed.hide(photo.id) : view.state !== 'asked' && void revealed.reveal(photo.id))}
    >
      {isShown ? (
        <img src={view.look.url} width={view.look.width || undefined} height={view.look.height || undefined} alt="" />
      ) : (
        <Veil photo={photo} view={view} />
      )}
      <span className="case-photo-act small" aria-hidden="true">
        {t(isShown ? 'hide' : 'show')}
      </span>
    </button>
  );
}

function PhotoTile({ photo, place, revealed }: TileProps) {
  const t = useTexts('cases');
  const sentence = useErrorSentence();
  const view = revealed.viewOf(photo.id);
  return (
    <li className={view.state === 'shown' ? 'case-photo is-shown' : 'case-photo'}>
      {isShowable(photo) ? <PhotoButton photo={photo} place={place} revealed={revealed} /> : <Veil photo={photo} view={view} />}
      <p className="case-photo-text small">
        <span className="bold">{t('photo', { place })}</span>
        <span className="muted">{t(`photo_${photo.state}`)}</span>
        {photo.is_subject && <span className="desk-careful">{t('photo_subject')}</span>}
        {!photo.is_of_member && <span className="muted">{t('photo_of_other')}</span>}
      </p>
      {view.state === 'failed' && (
        <p className="small bold" role="alert">
          {sentence(view.error)}
        </p>
      )}
    </li>
  );
}

/** The photos of a case. Each is grey and blurred until it is asked for, and every look is written down. */
export function CasePhotos({ photos, revealed }: { readonly photos: readonly CasePhoto[]; readonly revealed: RevealedPhotos }) {
  const t = useTexts('cases');
  if (photos.length === 0) return null;
  return (
    <DeskSection title={t('photos')} lead={t('photos_lead')}>
      <ul className="case-photos">
        {photos.map((photo, index) => (
          <PhotoTile key={photo.id} photo={photo} place={index + 1} revealed={revealed} />
        ))}
      </ul>
    </DeskSection>
  );
}
