import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { NameAge } from '../../cards/name-age.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Photo } from '../../ui/images/photo.tsx';

const NUM_FACES = 3;

/** Up to three members with a photo that needs no cover, real ones first. */
function facesAmong(members: readonly ProfileCard[]): ProfileCard[] {
  const shown = members.filter(({ main_image: image }) => image !== null && !image.is_nude);
  return shown.toSorted((a, b) => Number(a.is_fictional) - Number(b.is_fictional)).slice(0, NUM_FACES);
}

function Face({ member, isLabelled }: { member: ProfileCard; isLabelled: boolean }) {
  return (
    <li>
      <Link className="home-face" to={`/members/${member.id}`}>
        {member.main_image && <Photo image={member.main_image} alt="" sizes="(min-width: 1024px) 152px, 30vw" />}
        <span className="home-face-name">
          <NameAge profile={member} />
        </span>
        {isLabelled && <FictionalLabel />}
      </Link>
    </li>
  );
}

/** The faces as links. Where all of them are fictional, one line says so for all. */
function Faces({ faces }: { faces: readonly ProfileCard[] }) {
  const { t } = useTranslation('cards');
  const count = faces.filter(({ is_fictional: isFictional }) => isFictional).length;
  const areAllFictional = count > 1 && count === faces.length;
  return (
    <div>
      <ul className="home-faces">
        {faces.map((member) => (
          <Face key={member.id} member={member} isLabelled={member.is_fictional && !areAllFictional} />
        ))}
      </ul>
      {areAllFictional && <p className="small home-hero-muted">{t('fictional_profiles', { count, shown: formatNumber(count) })}</p>}
    </div>
  );
}

interface NothingWaitingProps {
  members: readonly ProfileCard[];
  /** The member has no conversations yet. */
  isFirst: boolean;
}

/** Shown without unread messages: a short text with the faces of up to three new members or, without any, with two sample messages. */
export function NothingWaiting({ members, isFirst }: NothingWaitingProps) {
  const { t } = useTranslation('home');
  const faces = facesAmong(members);
  return (
    <section className="home-hero home-hero-nothing-waiting">
      <div className="home-hero-text">
        <h2 className="display display-28">{isFirst ? t('first_word_title') : t('quiet_title')}</h2>
        <p className="home-hero-muted">{isFirst ? t('first_word_text') : t('quiet_text')}</p>
        <p>
          <ButtonLink to="/members" tone="paper">
            {t('quiet_action')}
          </ButtonLink>
        </p>
      </div>
      {faces.length > 0 ? (
        <Faces faces={faces} />
      ) : (
        <div className="home-hero-bubbles" aria-hidden="true">
          <p>{t('quiet_question')}</p>
          <p>{t('quiet_reply')}</p>
        </div>
      )}
    </section>
  );
}
