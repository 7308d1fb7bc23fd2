import { DeskPage } from '../parts/desk-page.tsx';
import { useTexts } from '../texts.ts';
import { ActivitySection } from './activity-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** My passkeys and sessions. */
export function AccessPage() {
  const t = useTexts('access');
  return (
    <DeskPage title={t('title')} lead={t('lead')}>
      <PasskeysSection />
      <SessionsSection />
      <ActivitySection />
    </DeskPage>
  );
}
