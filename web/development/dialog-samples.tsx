import { type ComponentType, useEffect, useRef, useState } from 'react';
import { BlockDialog } from '../cards/safety/block-dialog.tsx';
import { ReportDialog } from '../cards/safety/report-dialog.tsx';
import { WhyShownDialog } from '../cards/safety/why-shown-dialog.tsx';
import { DeleteDialog } from '../features/account/deletion/delete-dialog.tsx';
import { DeleteChatDialog } from '../features/chat/conversation/delete-chat-dialog.tsx';
import { useFilterControls } from '../features/members/filters/filter-choices.ts';
import { emptyFilters } from '../features/members/filters/filters.ts';
import { useBlurOverlay } from '../features/members/gallery/blur-overlay.tsx';
import { PhotoViewer } from '../features/members/gallery/photo-viewer.tsx';
import { FilterSheet } from '../features/members/search/filter-sheet.tsx';
import { LegalDialog } from '../features/pages/texts/legal-dialog.tsx';
import { AddPhotoDialog } from '../features/photos/add-photo-dialog.tsx';
import { PhotoDialog } from '../features/photos/photo-dialog.tsx';
import { usePhotoChanges } from '../features/photos/use-photo-changes.ts';
import { type UploadFailure, usePhotoUpload } from '../features/photos/use-photo-upload.ts';
import { FieldForm } from '../features/profile/fields-section.tsx';
import { InterestsForm } from '../features/profile/interests-form.tsx';
import { BlockedAndHiddenDialog } from '../features/safety/blocked-and-hidden-dialog.tsx';
import { ChangeEmailDialog } from '../features/signup/activation-mail/change-email-dialog.tsx';
import { InstallGuide } from '../pwa/install/install-guide.tsx';
import { useSettings } from '../session/settings.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { CARD, PROFILE, USER } from './sample-member.ts';
import '../cards/safety/safety.css';
import '../ui/setting-row/setting-row.css';
import '../ui/mailed-link/outcome-frame.css';
import '../features/members/search/search-filters.css';
import '../features/photos/photos.css';
import '../features/profile/profile.css';
import '../features/signup/signup.css';
import '../pwa/install/install-offer.css';

export type DialogSample = ComponentType<{ onClose: () => void }>;

const WORDS_OF_INTERESTS = ['Cycling', 'Sourdough', 'Board games', 'Old films', 'Mountains', 'Choir'];
const INTERESTS = WORDS_OF_INTERESTS.map((label) => ({ id: label.toLowerCase(), label }));
const FIELD = { id: 'children', label: 'Children', icon: 'users' };
const ANSWERS = [
  { value: 'none', label: 'No children' },
  { value: 'two', label: 'Two' },
];

const Filters: DialogSample = ({ onClose }) => {
  const empty = emptyFilters(useSettings().min_age);
  const [filters, setFilters] = useState(empty);
  const controls = useFilterControls(filters);
  const clear = () => setFilters(empty);
  return <FilterSheet controls={controls} filters={filters} onChange={setFilters} onClear={clear} onSearch={onClose} onClose={onClose} />;
};

/** An image file as a member could choose: a colour gradient, large enough for a photo. */
async function drawnFile(): Promise<File> {
  const canvas = new OffscreenCanvas(1200, 1500);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const gradient = context.createLinearGradient(0, 0, 1200, 1500);
  for (const [i, hue] of [20, 330, 270].entries()) gradient.addColorStop(i / 2, `hsl(${hue} 60% 60%)`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, 1200, 1500);
  return new File([await canvas.convertToBlob()], 'sample.png', { type: 'image/png' });
}

/** The dialog of a chosen picture in one state of its upload. It is never sent. */
function addPhotoDialog(state: { failure?: UploadFailure; progress?: number }): DialogSample {
  return function Adding({ onClose }) {
    const choice = usePhotoUpload();
    const { choose } = useRef(choice).current;
    useEffect(() => {
      drawnFile()
        .then(choose)
        .catch((error: unknown) => console.warn(error));
    }, [choose]);
    const shown = { ...choice, ...state, send: async () => null, drop: onClose, cancel: onClose };
    return choice.picture && <AddPhotoDialog upload={shown} onPickOther={onClose} />;
  };
}

const [main, second] = USER.profile.images;
const photoDialog = (image: typeof main, isMain: boolean): DialogSample =>
  function OwnPhoto({ onClose }) {
    const photos = usePhotoChanges();
    const ids = USER.profile.images.map(({ id }) => id);
    return image && <PhotoDialog image={image} isMain={isMain} ids={ids} changes={photos} onClose={onClose} />;
  };

const Viewer: DialogSample = ({ onClose }) => (
  <PhotoViewer profile={PROFILE} startIndex={0} blurOverlay={useBlurOverlay()} onClose={onClose} />
);

const guide = (way: 'share' | 'dock' | 'menu'): DialogSample =>
  function Guide({ onClose }) {
    return <InstallGuide method={way} onClose={onClose} onDone={onClose} />;
  };

/** Every dialog and sheet of the product, with a sample member in it. */
export const PRODUCT_DIALOGS: Readonly<Record<string, DialogSample>> = {
  why: ({ onClose }) => <WhyShownDialog card={CARD} onClose={onClose} />,
  block: ({ onClose }) => <BlockDialog profile={CARD} item={null} onClose={onClose} />,
  report: ({ onClose }) => <ReportDialog profile={CARD} conversation={null} item={null} onClose={onClose} />,
  'delete-chat': ({ onClose }) => <DeleteChatDialog conversation={CARD.id} name={CARD.name} onClose={onClose} />,
  'delete-account': ({ onClose }) => <DeleteDialog unsentCount={0} onClose={onClose} />,
  'delete-account-unsent': ({ onClose }) => <DeleteDialog unsentCount={3} onClose={onClose} />,
  terms: ({ onClose }) => <LegalDialog page="terms" onClose={onClose} />,
  privacy: ({ onClose }) => <LegalDialog page="privacy" onClose={onClose} />,
  filters: Filters,
  'install-share': guide('share'),
  'install-dock': guide('dock'),
  'install-menu': guide('menu'),
  photo: photoDialog(second, false),
  'photo-main': photoDialog(main, true),
  'photo-add': addPhotoDialog({}),
  'upload-progress': addPhotoDialog({ progress: 0.4 }),
  'photo-failed': addPhotoDialog({ failure: 'small' }),
  'photo-viewer': Viewer,
  'blocked-and-hidden': ({ onClose }) => <BlockedAndHiddenDialog onClose={onClose} />,
  fields: ({ onClose }) => (
    <Dialog isOpen onClose={onClose} title={FIELD.label}>
      <FieldForm field={FIELD} allowed={ANSWERS} chosen="two" hasConsent onClose={onClose} />
    </Dialog>
  ),
  interests: ({ onClose }) => (
    <Dialog isOpen onClose={onClose} title="What do you like?">
      <InterestsForm all={INTERESTS} chosen={['choir']} onClose={onClose} />
    </Dialog>
  ),
  'change-address': ({ onClose }) => <ChangeEmailDialog isOpen onClose={onClose} onChanged={onClose} />,
};
