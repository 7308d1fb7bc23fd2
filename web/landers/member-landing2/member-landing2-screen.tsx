import type { Lead } from '#contract/pages/featured-member';
import type { Slug } from '#contract/pages/landers';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { NameAge } from '../../cards/name-age.tsx';
import { placeOf } from '../../cards/place-name.ts';
import { useLeadMember } from '../../features/signup/featured-member/use-featured-member.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { bySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';
import { LeadPlace, LineAwaited } from '../member-landing/featured-member-photo.tsx';
import coffee from './motifs/coffee.svg';
import letter from './motifs/letter.svg';
import walk from './motifs/walk.svg';
import { Cancelled, Clip, Trace } from './postcard-drawings.tsx';
import './member-landing2.css';

type PostcardSlug = Slug<'members-memberId-landing2-slug'>;

const MOTIFS: Record<PostcardSlug, string> = { coffee, letter, walk };

/** The address lines of the postcard: the member's name and age, and the place. */
function Address({ lead }: { lead: Lead | null | undefined }) {
  const { t } = useTranslation('member-landing2');
  return (
    <div className="postcard-to">
      <p className="soft small">{t('to')}</p>
      <p className="postcard-line d d28">
        {lead ? <NameAge profile={lead} /> : lead === null ? t('to_somebody') : <LineAwaited otherwise={t('to_somebody')} />}
      </p>
      <p className="postcard-line">
        {lead ? placeOf(lead) : lead === null ? t('address_later') : <LineAwaited otherwise={t('address_later')} />}
        {lead?.isFictional && <FictionalLabel />}
      </p>
    </div>
  );
}

/** Landing page drawn as an unsent postcard: the headline is its text, the featured member its addressee. */
function PostcardLander({ slug }: { slug: PostcardSlug }) {
  const { t } = useTranslation('member-landing2');
  const { memberId = '' } = usePageParams();
  const lead = useLeadMember(memberId);
  const isOpen = useSignupsOpen();
  usePageTitle(t(`${slug}.title`));
  const motif = <Picture src={MOTIFS[slug]} alt="" width={160} height={200} />;
  return (
    <div className={`desk desk-${slug}`}>
      <LanderHead />
      <main className="postcard">
        <div className="postcard-message">
          <h1 className="d d40">{t(`${slug}.headline`)}</h1>
          {isOpen && <p className="soft">{t(`${slug}.lead`)}</p>}
          <LanderForm submit={t(`${slug}.submit`)} />
        </div>
        <div className="postcard-address">
          <Trace slug={slug} />
          <div className="postcard-clipped">
            <Clip />
            <LeadPlace lead={lead} sizes="(min-width: 1024px) 220px, 40vw">
              {motif}
            </LeadPlace>
          </div>
          <div className="postcard-post">
            <span className="postcard-stamp">{motif}</span>
            <Cancelled />
            <p className="postcard-mark">{t(`${slug}.postmark`)}</p>
          </div>
          <Address lead={lead} />
        </div>
      </main>
    </div>
  );
}

export const Screen = bySlug('members-memberId-landing2-slug', PostcardLander);
