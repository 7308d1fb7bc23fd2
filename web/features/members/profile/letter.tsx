import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Image, Profile } from '#contract/profile';
import { usePromptLabels } from '../../../api/profile/catalogue-queries.ts';
import { draftQuoteOf } from '../../../cards/quotes/draft-quotes.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { BlurOverlayLabel, useBlurOverlay } from '../gallery/blur-overlay.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MemberInterests } from './member-interests.tsx';
import { ReplyMark } from './reply-mark.tsx';
import { splitText } from './split-text.ts';
import './letter.css';

const lazyViewer = createLazyModule(() => import('../gallery/photo-viewer.tsx'));
const SIZES = '(min-width: 1024px) 560px, 100vw';

/** The photos of a letter: which are blurred, and the viewer that shows them large. */
export function useLetterPhotos({ name, images, is_fictional }: Profile) {
  const blurOverlay = useBlurOverlay();
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const viewerModule = useLazyModule(lazyViewer, openIndex !== null);
  const viewer = openIndex !== null && viewerModule && (
    <viewerModule.PhotoViewer
      profile={{ name, images, is_fictional }}
      startIndex={openIndex}
      blurOverlay={blurOverlay}
      onClose={() => setOpenIndex(null)}
    />
  );
  return { blurOverlay, open: setOpenIndex, viewer };
}
type LetterPhotos = ReturnType<typeof useLetterPhotos>;

interface PhotoBlockProps {
  profile: Profile;
  index: number;
  photos: LetterPhotos;
}

/** One photo of a letter: a press shows it large, its mark answers it. */
export function PhotoBlock({ profile, index, photos: { blurOverlay, open } }: PhotoBlockProps) {
  const { t } = useTranslation(['members', 'cards']);
  const image = profile.images[index];
  if (!image) return null;
  const isBlurred = blurOverlay.isBlurred(image);
  const number = index + 1;
  return (
    <div className="photo-block">
      <button type="button" onClick={() => (isBlurred ? blurOverlay.reveal(image) : open(index))}>
        <Photo
          image={image}
          alt={t('members:photo_of', { name: profile.name, number, count: profile.images.length })}
          sizes={SIZES}
          priority={index === 0}
          isUnblurred={!isBlurred}
        />
        {isBlurred ? <BlurOverlayLabel /> : <span className="visually-hidden">{t('members:enlarge')}</span>}
      </button>
      <ReplyMark profile={profile} about={draftQuoteOf.photo(image)} label={t('cards:answer_photo', { number })} />
    </div>
  );
}

/** A piece of what the member has written, with the mark that answers it. */
function TextBlock({ profile, text, isFirst = false }: { profile: Profile; text: string; isFirst?: boolean }) {
  const { t } = useTranslation('cards');
  return (
    <div className="text-block">
      <p className={isFirst ? 'about is-first' : 'about'} lang={profile.language ?? undefined} dir="auto">
        {text}
      </p>
      <ReplyMark profile={profile} about={draftQuoteOf.text(text)} label={t('answer_block', { what: text.slice(0, 40) })} />
    </div>
  );
}

function PromptBlock({ profile, prompt, label }: { profile: Profile; prompt: Profile['prompts'][number]; label: string }) {
  const { t } = useTranslation('cards');
  return (
    <section className="text-block prompt-block">
      <div>
        <h2 className="muted">{label}</h2>
        <p className="about" lang={profile.language ?? undefined} dir="auto">
          {prompt.text}
        </p>
      </div>
      <ReplyMark profile={profile} about={draftQuoteOf.prompt(prompt)} label={t('answer_block', { what: label })} />
    </section>
  );
}

/** Puts photos between the written blocks, one after each, and the photos that are left at the end. */
function interleave(written: readonly ReactNode[], photos: readonly ReactNode[]): ReactNode[] {
  const count = Math.max(written.length, photos.length);
  return Array.from({ length: count }, (_, i) => [written[i], photos[i]]).flat();
}

/**
 * The profile as a letter that can be answered in any place, after its first photo: first sentence, photo, prompt, photo, what is shared, the
 * rest of the text, facts (docs/product.md, "Member page").
 */
export function Letter({ profile, photos }: { profile: Profile; photos: LetterPhotos }) {
  const { visible_profile_notes: notes } = useSettings();
  const labels = usePromptLabels(profile.prompts.length > 0).data;
  const isTextShown = notes.includes('personal');
  const { first, rest } = splitText(isTextShown ? profile.personal : null);
  const prompts = labels ? profile.prompts : [];
  const photoBlocks = profile.images
    .slice(1)
    .map((image: Image, i) => <PhotoBlock key={image.id} profile={profile} index={i + 1} photos={photos} />);
  const written = [
    first && <TextBlock key="first" profile={profile} text={first} isFirst />,
    ...prompts.map((prompt) => <PromptBlock key={prompt.id} profile={profile} prompt={prompt} label={labels?.get(prompt.id) ?? ''} />),
  ].filter(Boolean);
  return (
    <div className="letter">
      {interleave(written, photoBlocks)}
      <MemberInterests interests={profile.interests} />
      {rest.map((text) => (
        <TextBlock key={text} profile={profile} text={text} />
      ))}
      <MemberFacts profile={profile} />
    </div>
  );
}
