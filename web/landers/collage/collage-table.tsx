import { useTranslation } from '../../i18n/use-translation.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { COLLAGE_PIECES, type CollageSlug } from './collage-pieces.ts';
import { Scrap, Stamp } from './scraps.tsx';

const LINES = ['first', 'second', 'third'] as const;

/** The collage: a scrap of paper, a torn photo, a letter, a print and a list. */
export function CollageTable({ slug }: { slug: CollageSlug }) {
  const { t } = useTranslation('lander-collage');
  const {
    photo: [photo, largePhoto],
    print,
  } = COLLAGE_PIECES[slug];
  return (
    <div className="collage-table" aria-hidden="true">
      <div className="collage-piece collage-scrap">
        <div className="torn-paper">
          <Scrap slug={slug} />
        </div>
      </div>
      <div className="collage-piece collage-photo">
        <div className="torn-paper">
          <Picture
            src={photo}
            srcSet={`${photo} 400w, ${largePhoto} 640w`}
            sizes="(min-width: 512px) 300px, 47vw"
            alt=""
            width={640}
            height={800}
            fetchPriority="high"
          />
        </div>
      </div>
      <div className="collage-piece collage-letter">
        <div className="torn-paper">
          <p className="display">{t(`${slug}.letter`)}</p>
        </div>
        <Stamp slug={slug} />
      </div>
      <div className="collage-piece collage-print">
        <div className="polaroid">
          <Picture src={print} alt="" width={400} height={500} fetchPriority="low" />
          <p className="display">{t(`${slug}.caption`)}</p>
        </div>
        <i className="adhesive-tape" />
      </div>
      <div className="collage-piece collage-list">
        <div className="torn-paper">
          {LINES.map((line) => (
            <p key={line}>{t(`${slug}.list.${line}`)}</p>
          ))}
        </div>
        <i className="adhesive-tape" />
      </div>
    </div>
  );
}
