import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { PhotoUpload, UploadFailure } from './use-photo-upload.ts';

const CropFrame = lazy(() => import('./crop-frame.tsx').then((module) => ({ default: module.CropFrame })));

/** Progress (0 to 1) in percent for screen readers, rounded down to quarters so that few steps are announced. */
const announcedPercent = (progress: number) => Math.floor(progress * 4) * 25;

function UploadProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const { t } = useTranslation('photos');
  return (
    <div className="upload-progress">
      <p className="bold" aria-hidden="true">
        {progress < 1 ? t('sending', { percent: Math.round(progress * 100) }) : t('finishing')}
      </p>
      <progress className="upload-progress-bar" max={100} value={Math.round(progress * 100)} aria-label={t('progress')} />
      <p className="visually-hidden" role="status">
        {progress < 1 ? t('sending', { percent: announcedPercent(progress) }) : t('finishing')}
      </p>
      <Button tone="paper" small onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** The chosen picture with its crop and, during the upload, the progress. Renders nothing while no picture is chosen. */
export function UploadFrame({ choice }: { choice: PhotoUpload }) {
  const { t } = useTranslation('photos');
  const { picture, part, progress } = choice;
  if (!picture || !part) return null;
  return (
    <div className="upload-frame">
      <div className="upload-frame-crop">
        <Suspense fallback={<div className="photo-placeholder skeleton" />}>
          <CropFrame picture={picture} part={part} isLocked={progress !== null} onChange={choice.crop} />
        </Suspense>
        {progress !== null && <UploadProgress progress={progress} onCancel={choice.cancel} />}
      </div>
      <p className="hint">{t('crop_hint')}</p>
    </div>
  );
}

/** Where a member objects to the refusal of a picture that was removed before, with the number of that removal filled in; else null. */
function objectionTo(failure: UploadFailure): string | null {
  if (typeof failure === 'string' || failure.code !== 'photo_removed') return null;
  return `/complaints?${new URLSearchParams({ subject: 'decision', reference: failure.details.number ?? '' })}`;
}

/** Why a picture was rejected or its upload failed; an upload that the operator's decision stands against can be objected to. */
export function UploadFailureNote({ failure }: { failure: UploadFailure | null }) {
  const { t } = useTranslation('photos');
  const sentence = useErrorSentence();
  if (!failure) return null;
  const objection = objectionTo(failure);
  return (
    <p className="hint error" role="alert">
      <Icon name="triangle-alert" size="s" />
      <span>
        {typeof failure === 'string' ? t(`refused_${failure}`) : sentence(failure)}
        {objection !== null && (
          <>
            {' '}
            <Link className="link" to={objection}>
              {t('removed_object')}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}
