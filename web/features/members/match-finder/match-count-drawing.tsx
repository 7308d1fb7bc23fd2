import type { OutputOf } from '#contract/endpoint';
import type { countMatches } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

export type MatchCount = OutputOf<typeof countMatches>;

const FAR_STARS = 90;
/** The outline of the roofs at the bottom, as an SVG path. */
const ROOFS = 'M0 200V128h44V96l34-30 34 30v46h30V74h64v40h22l40-34 40 34v22h26V58l22-18 22 18v80h36V92h70v30h28l30-26 30 26v36h40v42z';
/** More lights than this could not be told apart. */
const MAX_LIGHTS = 120;

const MOON = { left: 70, bottom: 32 };

/**
 * The position of point `i` in percent, with y between `from` and `to`: evenly spread and the same each time (the additive recurrence of
 * the plastic number, with small offsets so that no rows show).
 */
function pointAt(i: number, from: number, to: number) {
  const x = 5 + 90 * ((0.5 + i * 0.7548776662) % 1) + 2.4 * Math.sin(i * 12.9898);
  const rawY = from + (to - from) * ((0.5 + i * 0.569840291) % 1) + 2 * Math.sin(i * 78.233);
  // Points over the moon move below it, so that every light can be seen.
  const y = x > MOON.left && rawY < MOON.bottom ? rawY + MOON.bottom - from : rawY;
  return { x: `${x.toFixed(2)}%`, y: `${y.toFixed(2)}%` };
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The radius of a light in px: the more lights, the smaller. */
const lightRadius = (count: number) => (count <= 12 ? 5 : count <= 50 ? 3.4 : 2.2);

function Light({ i, count }: { i: number; count: number }) {
  const { x, y } = pointAt(i, 9, 50);
  const size = lightRadius(count) * (1 + (i % 3) * 0.18);
  return (
    <>
      <circle className="member-star-glow" cx={x} cy={y} r={size * 3} />
      <circle className="member-star" cx={x} cy={y} r={size} />
    </>
  );
}

function useCaption(found: MatchCount | null): string {
  const { t } = useTranslation('match-finder');
  if (!found) return t('sky');
  if (found.num_members === 0) return t('sky_nobody');
  return found.num_members <= MAX_LIGHTS ? t('sky_lights', { count: found.num_members }) : t('sky_many');
}

/** A night sky in which every light stands for one member found, up to MAX_LIGHTS. Without a count it has no lights. */
export function FinderSky({ found }: { found: MatchCount | null }) {
  const caption = useCaption(found);
  const count = found?.num_members ?? 0;
  return (
    <div className="match-finder-sky" aria-hidden="true">
      <svg aria-hidden="true">
        {range(FAR_STARS).map((i) => {
          const { x, y } = pointAt(i + 0.37, 4, 74);
          return <circle className="distant-star" key={i} cx={x} cy={y} r={i % 4 === 0 ? 1.5 : 1} />;
        })}
        <circle className="moon-halo" cx="84%" cy="17%" r="34" />
        <circle className="moon" cx="84%" cy="17%" r="20" />
        {found && count === 0 && <circle className="first-star" cx="50%" cy="34%" r="11" />}
        {range(Math.min(count, MAX_LIGHTS)).map((i) => (
          <Light key={i} i={i} count={count} />
        ))}
      </svg>
      <svg className="rooftops" viewBox="0 0 560 200" preserveAspectRatio="xMinYMax slice" aria-hidden="true">
        <path d={ROOFS} />
      </svg>
      <div className="match-finder-caption">
        {found && (
          <span className="display match-finder-number">
            {formatNumber(count)}
            {found.is_capped && '+'}
          </span>
        )}
        <span className={found ? 'display display-21' : 'display display-40'}>{caption}</span>
      </div>
    </div>
  );
}
