import { lazy, Suspense } from 'react';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Choice, Failure } from './use-photo-upload.ts';

const CropFrame = lazy(() => import('./crop-frame.tsx').then((module) => ({ default: module.CropFrame })));

/** A screen reader hears of quarters, not of every piece that is sent. */
const spoken = (progress: number) => Math.floor(progress * 4) * 25;

function Progress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const { t } = useTranslation('photos');
  return (
    <div className="photo-sending">
      <p className="b" aria-hidden="true">
        {progress < 1 ? t('sending', { percent: Math.round(progress * 100) }) : t('finishing')}
      </p>
      <progress className="photo-meter" max={100} value={Math.round(progress * 100)} aria-label={t('progress')} />
      <p className="vh" role="status">
        {progress < 1 ? t('sending', { percent: spoken(progress) }) : t('finishing')}
      </p>
      <Button tone="paper" small onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** The chosen picture with its frame and, while it is sent, how far it is. */
export function ChoiceFrame({ choice }: { choice: Choice }) {
  const { t } = useTranslation('photos');
  const { picture, part, progress } = choice;
  if (!picture || !part) return null;
  return (
    <div className="photo-choice">
      <div className="photo-stage">
        <Suspense fallback={<div className="photo-blank skel" />}>
          <CropFrame picture={picture} part={part} isLocked={progress !== null} onChange={choice.crop} />
        </Suspense>
        {progress !== null && <Progress progress={progress} onCancel={choice.cancel} />}
      </div>
      <p className="hint">{t('crop_hint')}</p>
    </div>
  );
}

/** Why a picture is no photo, or did not arrive. */
export function FailureLine({ failure }: { failure: Failure | null }) {
  const { t } = useTranslation('photos');
  const sentence = useErrorSentence();
  if (!failure) return null;
  return (
    <p className="hint err" role="alert">
      <Icon name="triangle-alert" size="s" />
      <span>{typeof failure === 'string' ? t(`why_${failure}`) : sentence(failure)}</span>
    </p>
  );
}
