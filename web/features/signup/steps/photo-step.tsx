import type { ReactNode } from 'react';
import type { OwnImage } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkipButton, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';

export interface PhotoEditorProps {
  image: OwnImage | null;
  onUploaded: (image: OwnImage) => void;
  children?: (state: { isBusy: boolean; hasPicture: boolean; upload: () => void; choose: () => void }) => ReactNode;
}

export type RenderPhotoEditor = (props: PhotoEditorProps) => ReactNode;

/** A photo. The editor that picks, crops and uploads it is passed in, as features import no other feature. */
export function PhotoStep({ editor, ...props }: StepProps & { editor: RenderPhotoEditor }) {
  const { t } = useTranslation('signup');
  const { finish, isBusy, failure } = useStepSave(props);
  const { main_image: main, images } = props.user.profile;
  // Without a photo that others see, the one that is being checked stands here.
  const image = main ?? images[0] ?? null;
  return (
    <>
      <StepHead title={t('photo_title')} lead={t('photo_lead')} />
      {editor({
        image,
        onUploaded: () => void finish(),
        children: (state) => (
          <>
            <p className="row muted photo-promise">
              <Icon name="shield-check" size="s" />
              <span>{t('photo_promise')}</span>
            </p>
            <div className="split-foot">
              <FailureNote error={failure} />
              {state.hasPicture ? (
                <Button wide busy={state.isBusy || isBusy} onClick={state.upload}>
                  {t('photo_use')}
                </Button>
              ) : image ? (
                <Button wide busy={isBusy} onClick={() => void finish()}>
                  {t('submit')}
                </Button>
              ) : (
                <Button wide icon="camera" disabled={isBusy} onClick={state.choose}>
                  {t('photo_choose')}
                </Button>
              )}
              {(state.hasPicture || !image) && <SkipButton isBusy={state.isBusy || isBusy} onSkip={finish} />}
            </div>
          </>
        ),
      })}
    </>
  );
}
