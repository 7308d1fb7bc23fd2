import { useLocation } from 'react-router';
import { useProfileFields } from '../../api/profile/catalogue-queries.ts';
import { useUser } from '../../session/user.ts';
import { useScrollToHash } from '../../ui/navigation/hash-target.ts';
import { Redirect } from '../../ui/navigation/screen-navigate.ts';
import { PhotoSection } from '../photos/photo-section.tsx';
import { AboutRow } from './about-row.tsx';
import { FieldsSection } from './fields-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { InterestsRow } from './interests-row.tsx';
import { PausedNoteSlot } from './paused-note-slot.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { PromptsSection } from './prompts/prompts-section.tsx';
import { isSettingsHash } from './settings-hashes.ts';
import './profile.css';

export function Screen() {
  const user = useUser();
  const fields = useProfileFields();
  const { hash } = useLocation();
  useScrollToHash();
  if (!user) return null;
  if (isSettingsHash(hash)) return <Redirect to={`/profile/settings${hash}`} />;
  return (
    <div>
      <ProfileHead user={user} />
      <div className="profile-columns">
        <div className="profile-column">
          <PausedNoteSlot />
          <ProgressPanel user={user} />
          <PhotoSection user={user} />
          <ul className="edit-rows">
            <AboutRow user={user} />
            <InterestsRow user={user} />
          </ul>
          <PromptsSection user={user} />
        </div>
        <div className="profile-column">
          <IdentitySection user={user} />
          <FieldsSection user={user} catalogue={fields} />
        </div>
      </div>
    </div>
  );
}
