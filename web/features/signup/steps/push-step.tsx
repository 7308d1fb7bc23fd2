import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';

const PUSH_BENEFITS: readonly { icon: IconName; text: 'push_message' | 'push_like' | 'push_quiet' }[] = [
  { icon: 'message-circle', text: 'push_message' },
  { icon: 'heart', text: 'push_like' },
  { icon: 'moon', text: 'push_quiet' },
];

/** The offer of push notifications. The browser asks for permission only after the button is pressed. */
export function PushStep({ accept, ...props }: StepProps & { accept: () => Promise<void> }) {
  const { t } = useTranslation('signup');
  const { name } = useSettings();
  const { finish, isBusy, failure } = useStepSave(props);
  const [isAsking, setAsking] = useState(false);
  const allow = async () => {
    setAsking(true);
    await accept();
    setAsking(false);
    await finish();
  };
  return (
    <>
      <StepHead title={t('push_title')} lead={t('push_lead', { site: name })} />
      <ul className="push-benefits">
        {PUSH_BENEFITS.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            {t(text)}
          </li>
        ))}
      </ul>
      <div className="split-foot">
        <FailureNote error={failure} />
        <Button wide busy={isAsking || isBusy} onClick={() => void allow()}>
          {t('push_allow')}
        </Button>
        <Button tone="text" wide disabled={isAsking || isBusy} onClick={() => void finish()}>
          {t('push_not_now')}
        </Button>
      </div>
    </>
  );
}
