import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { liftBlockWithToast } from './block-member.ts';

/** The button that lifts a block. */
export function UnblockButton({ profile }: { profile: ProfileCard }) {
  const { t } = useTranslation('safety');
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    await liftBlockWithToast(client, profile);
    setIsBusy(false);
  };
  return (
    <Button tone="quiet" small busy={isBusy} onClick={() => void press()}>
      {t('unblock')}
    </Button>
  );
}
