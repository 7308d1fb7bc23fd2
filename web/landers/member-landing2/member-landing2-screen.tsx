import type { FeaturedMember } from '#contract/pages/featured-member';
import type { LanderSlug } from '#contract/pages/landers';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { NameAge } from '../../cards/name-age.tsx';
import { placeOf } from '../../cards/place-name.ts';
import { useFeaturedMember } from '../../features/signup/featured-member/use-featured-member.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';
import { FeaturedMemberPhoto, LinePlaceholder } from '../member-landing/featured-member-photo.tsx';
import coffee from './motifs/coffee.svg';
import letter from './motifs/letter.svg';
import walk from './motifs/walk.svg';
import { CardDecoration, Clip, PostmarkWaves } from './postcard-drawings.tsx';
import './member-landing2.css';

type PostcardSlug = LanderSlug<'members-memberId-landing2-slug'>;

const MOTIFS: Record<PostcardSlug, string> = { coffee, letter, walk };

/** The address lines of the postcard: the member's name and age, and the place. */
function Address({ lead }: { lead: FeaturedMember | null | undefined }) {
  const { t } = useTranslation('member-landing2');
  return (
    <div className="postcard-addressee">
      <p className="muted small">{t('to')}</p>
      <p className="postcard-address-line display display-28">
        {lead ? <NameAge profile={lead} /> : lead === null ? t('to_somebody') : <LinePlaceholder otherwise={t('to_somebody')} />}
      </p>
      <p className="postcard-address-line">
        {lead ? placeOf(lead) : lead === null ? t('address_later') : <LinePlaceholder otherwise={t('address_later')} />}
        {lead?.isFictional && <FictionalLabel />}
      </p>
    </div>
  );
}

/** Landing page drawn as an unsent postcard: the headline is its text, the featured member its addressee. */
function PostcardLander({ slug }: { slug: PostcardSlug }) {
  const { t } = useTranslation('member-landing2');
  const { memberId = '' } = usePageParams();
  const lead = useFeaturedMember(memberId);
  const isOpen = useSignupsOpen();
  usePageTitle(t(`${slug}.title`));
  const motif = <Picture src={MOTIFS[slug]} alt="" width={160} height={200} />;
  return (
    <div className={`postcard-desk postcard-desk-${slug}`}>
      <LanderHead />
      <main className="postcard">
        <div className="postcard-message">
          <h1 className="display display-40">{t(`${slug}.headline`)}</h1>
          {isOpen && <p className="muted">{t(`${slug}.lead`)}</p>}
          <LanderForm submit={t(`${slug}.submit`)} />
        </div>
        <div className="postcard-address">
          <CardDecoration slug={slug} />
          <div className="postcard-photo">
            <Clip />
            <FeaturedMemberPhoto lead={lead} sizes="(min-width: 1024px) 220px, 40vw">
              {motif}
            </FeaturedMemberPhoto>
          </div>
          <div className="postcard-postage">
            <span className="postcard-stamp">{motif}</span>
            <PostmarkWaves />
            <p className="postcard-postmark">{t(`${slug}.postmark`)}</p>
          </div>
          <Address lead={lead} />
        </div>
      </main>
    </div>
  );
}

export const Screen = landerBySlug('members-memberId-landing2-slug', PostcardLander);
