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
import { FeaturedMemberPhoto } from '../member-landing/featured-member-photo.tsx';
import nobody from './no-photo.svg';
import './member-landing3.css';

type DraftsSlug = LanderSlug<'members-memberId-landing3-slug'>;

const CROSSED_OUT = [1, 2] as const;

/** Three drafts of a first message, two of them crossed out. They are the visitor's; no words are put into the member's mouth. */
function Drafts({ slug }: { slug: DraftsSlug }) {
  const { t } = useTranslation('member-landing3');
  return (
    <ol className="drafts-list" aria-label={t('drafts')}>
      {CROSSED_OUT.map((draft) => (
        <li key={draft}>
          <small className="drafts-time">{t(`${slug}.when_${draft}`)}</small>
          <span className="drafts-bubble">
            <span className="visually-hidden">{t('crossed_out')} </span>
            <s>{t(`${slug}.draft_${draft}`)}</s>
          </span>
        </li>
      ))}
      <li>
        <small className="drafts-time">{t(`${slug}.when_3`)}</small>
        <span className="drafts-bubble is-kept display">
          {t(`${slug}.draft_3`)}
          <i className="drafts-caret" />
        </span>
      </li>
    </ol>
  );
}

/** Landing page with the featured member's photo and drafts of a message to them. */
function DraftsLander({ slug }: { slug: DraftsSlug }) {
  const { t } = useTranslation('member-landing3');
  const { memberId = '' } = usePageParams();
  const lead = useFeaturedMember(memberId);
  const isOpen = useSignupsOpen();
  usePageTitle(t(`${slug}.title`));
  return (
    <div className={`drafts drafts-${slug}`}>
      <LanderHead />
      <main className="drafts-main">
        <div className="drafts-text">
          <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
          {isOpen && <p className="muted">{t(`${slug}.lead`)}</p>}
          <LanderForm submit={t(`${slug}.submit`)} />
        </div>
        <div className="drafts-scene">
          <div className="drafts-photo">
            <FeaturedMemberPhoto lead={lead} sizes="(min-width: 1024px) 480px, 100vw">
              <Picture src={nobody} alt="" width={160} height={200} />
            </FeaturedMemberPhoto>
            {lead && (
              <p className="drafts-member">
                <b className="display display-21">
                  <NameAge profile={lead} />
                </b>
                <span className="small">{placeOf(lead)}</span>
                {lead.isFictional && <FictionalLabel />}
              </p>
            )}
          </div>
          <Drafts slug={slug} />
        </div>
      </main>
    </div>
  );
}

export const Screen = landerBySlug('members-memberId-landing3-slug', DraftsLander);
