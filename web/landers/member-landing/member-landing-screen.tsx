import type { FeaturedMember } from '#contract/pages/featured-member';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { NameAge } from '../../cards/name-age.tsx';
import { placeOf } from '../../cards/place-name.ts';
import { useFeaturedMember } from '../../features/signup/featured-member/use-featured-member.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';
import { Rope, UnfinishedDrawing } from './exhibition-drawings.tsx';
import { FeaturedMemberPhoto, LinePlaceholder } from './featured-member-photo.tsx';
import './member-landing.css';

/** The label beside the photo: name, age, place and the member's own words. */
function Label({ lead }: { lead: FeaturedMember | null | undefined }) {
  const { t } = useTranslation('member-landing');
  if (!lead) {
    return (
      <div className="exhibition-label panel">
        <p className="display display-21">{lead === null ? t('untitled') : <LinePlaceholder otherwise={t('untitled')} />}</p>
        <p className="muted small">{lead === null ? t('untitled_text') : <LinePlaceholder otherwise={t('untitled_text')} />}</p>
      </div>
    );
  }
  return (
    <div className="exhibition-label panel">
      {lead.isFictional && <FictionalLabel />}
      <p className="display display-21">
        <NameAge profile={lead} />
      </p>
      <p className="muted small">{placeOf(lead)}</p>
      {lead.personal && (
        <p className="exhibition-quote text-17" lang={lead.language ?? undefined} dir="auto">
          {lead.personal}
        </p>
      )}
    </div>
  );
}

/** Landing page that shows one member as the only picture of an exhibition. */
export function Screen() {
  const { t } = useTranslation('member-landing');
  const { memberId = '' } = usePageParams();
  const lead = useFeaturedMember(memberId);
  const isOpen = useSignupsOpen();
  usePageTitle(t('title'));
  return (
    <div className="exhibition">
      <LanderHead />
      <main className="exhibition-room">
        <h1 className="display display-56">{t('headline')}</h1>
        <div className="exhibition-picture">
          <div className="exhibition-frame">
            <FeaturedMemberPhoto lead={lead} sizes="(min-width: 1024px) 400px, 52vw">
              <UnfinishedDrawing />
            </FeaturedMemberPhoto>
          </div>
          <Label lead={lead} />
        </div>
        <div className="exhibition-signup">
          {isOpen && <p className="muted">{t('lead')}</p>}
          <LanderForm submit={t('submit')} />
        </div>
      </main>
      <Rope />
    </div>
  );
}
