import { useTranslation } from '../../i18n/use-translation.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { COLLAGE_PIECES, type CollageSlug } from './collage-pieces.ts';
import { Scrap, Stamp } from './scraps.tsx';

const LINES = ['first', 'second', 'third'] as const;

/** The collage: a scrap of paper, a torn photo, a letter, a print and a list. */
export function CollageTable({ mood }: { mood: CollageSlug }) {
  const { t } = useTranslation('lander-collage');
  const {
    photo: [photo, largePhoto],
    print,
  } = COLLAGE_PIECES[mood];
  return (
    <div className="collage-table" aria-hidden="true">
      <div className="piece collage-scrap">
        <div className="torn">
          <Scrap mood={mood} />
        </div>
      </div>
      <div className="piece collage-photo">
        <div className="torn">
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
      <div className="piece collage-letter">
        <div className="torn">
          <p className="d">{t(`${mood}.letter`)}</p>
        </div>
        <Stamp mood={mood} />
      </div>
      <div className="piece collage-print">
        <div className="print">
          <Picture src={print} alt="" width={400} height={500} fetchPriority="low" />
          <p className="d">{t(`${mood}.caption`)}</p>
        </div>
        <i className="tape" />
      </div>
      <div className="piece collage-list">
        <div className="torn">
          {LINES.map((line) => (
            <p key={line}>{t(`${mood}.list.${line}`)}</p>
          ))}
        </div>
        <i className="tape" />
      </div>
    </div>
  );
}
