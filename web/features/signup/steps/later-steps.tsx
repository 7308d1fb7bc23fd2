import type { ReactNode } from 'react';
import { useProfileFields } from '../../../api/profile/catalogue-queries.ts';
import { CheckMail } from '../activation-mail/check-mail-step.tsx';
import { ProgressStep } from '../activation-mail/progress-step.tsx';
import type { StepProps } from '../flow/use-step-save.ts';
import { AboutMeStep } from './about-me-step.tsx';
import { AboutYouStep } from './about-you-step.tsx';
import { PhotoStep, type RenderPhotoEditor } from './photo-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { PushStep } from './push-step.tsx';
import './steps.css';

export { UnseenAccount } from '../activation-mail/check-mail-step.tsx';

export interface LaterStepsProps extends StepProps {
  acceptPush: () => Promise<void>;
  photoEditor: RenderPhotoEditor;
  resend: ReactNode;
  /** Where the last step leads. */
  next: string;
}

/** What follows the account, a question a screen. */
export function LaterStep({ acceptPush, photoEditor, resend, next, ...props }: LaterStepsProps) {
  // Asked ahead, so that step 4 does not grow under a finger.
  useProfileFields();
  switch (props.step) {
    case 0:
      return null;
    case 1:
      return <PushStep {...props} accept={acceptPush} />;
    case 2:
      return <PhotoStep {...props} editor={photoEditor} />;
    case 3:
      return <PlaceStep {...props} />;
    case 4:
      return <AboutYouStep {...props} />;
    case 5:
      return <AboutMeStep {...props} />;
    case 6:
      return <ProgressStep {...props} />;
    case 7:
      return <CheckMail user={props.user} next={next} resend={resend} />;
  }
}
