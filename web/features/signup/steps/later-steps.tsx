import type { ReactNode } from 'react';
import { useProfileFields, usePromptLabels } from '../../../api/profile/catalogue-queries.ts';
import { CheckMail } from '../activation-mail/check-mail-step.tsx';
import { ProgressStep } from '../activation-mail/progress-step.tsx';
import type { StepProps } from '../flow/use-step-save.ts';
import { AboutMeStep } from './about-me-step.tsx';
import { AboutYouStep } from './about-you-step.tsx';
import { PhotoStep, type RenderPhotoEditor } from './photo-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { PushStep } from './push-step.tsx';
import './steps.css';

export { UndisclosedSignUp } from '../activation-mail/check-mail-step.tsx';

export interface LaterStepsProps extends StepProps {
  acceptPush: () => Promise<void>;
  photoEditor: RenderPhotoEditor;
  resend: ReactNode;
  /** The path that the last step leads to. */
  next: string;
}

/** The steps that come after the account. */
export function LaterStep({ acceptPush, photoEditor, resend, next, ...props }: LaterStepsProps) {
  // Loaded ahead, so that the steps about oneself do not change their height after they were drawn.
  useProfileFields();
  usePromptLabels(true);
  switch (props.step) {
    case 'account':
      return null;
    case 'push':
      return <PushStep {...props} accept={acceptPush} />;
    case 'photo':
      return <PhotoStep {...props} editor={photoEditor} />;
    case 'place':
      return <PlaceStep {...props} />;
    case 'about_you':
      return <AboutYouStep {...props} />;
    case 'about_me':
      return <AboutMeStep {...props} />;
    case 'mail_progress':
      return <ProgressStep {...props} />;
    case 'check_mail':
      return <CheckMail user={props.user} nextPath={next} resend={resend} />;
  }
}
