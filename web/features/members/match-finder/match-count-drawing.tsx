import type { OutputOf } from '#contract/endpoint';
import type { countMatches } from '#contract/members';
import lights from '../../../../assets/town/lights.json' with { type: 'json' };
import town from '../../../../assets/town/town.svg';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Picture } from '../../../ui/images/picture.tsx';

export type MatchCount = OutputOf<typeof countMatches>;

const [WIDTH = 0, HEIGHT = 0] = lights.size;
const [PANE_WIDTH = 0, PANE_HEIGHT = 0] = lights.window;
/** The windows light up in as many groups, one after the other. */
const GROUPS = [0, 1, 2, 3];

type Point = readonly number[];

const panePath = ([x, y]: Point) => `M${x} ${y}h${PANE_WIDTH}v${PANE_HEIGHT}h-${PANE_WIDTH}z`;
/** The bars of a window: one upright, and one across the upper part. */
const barPath = ([x = 0, y = 0]: Point) => `M${x + PANE_WIDTH / 2} ${y}v${PANE_HEIGHT}M${x} ${y + 6.5}h${PANE_WIDTH}`;
const pathOf = (points: readonly Point[], draw: (point: Point) => string) => points.map(draw).join('');

/** The windows of members found, each with a glow and a reflection on the water. */
function WindowLights({ count }: { count: number }) {
  const lit = lights.windows.slice(0, count);
  return GROUPS.map((group) => {
    const own = lit.filter((_, i) => i % GROUPS.length === group);
    const panes = pathOf(own, panePath);
    return (
      <g key={group} className="window-lights">
        <path className="window-glow" d={panes} />
        <path className="window-light" d={panes} />
        <path className="window-bars" d={pathOf(own, barPath)} />
        <path className="light-reflection" d={panes} transform={lights.reflection} />
      </g>
    );
  });
}

function LampLight({ at: [x, y] }: { at: Point }) {
  return (
    <g className="lamp-light">
      <circle className="lamp-glow" cx={x} cy={y} r="34" />
      <circle className="lamp-glow" cx={x} cy={y} r="17" />
      <circle className="window-light" cx={x} cy={y} r="5" />
      <circle className="light-reflection" cx={x} cy={y} r="9" transform={lights.reflection} />
    </g>
  );
}

function useCaption(found: MatchCount | null): string {
  const { t } = useTranslation('match-finder');
  if (!found) return t('town');
  if (found.num_members === 0) return t('town_nobody');
  return found.num_members <= lights.windows.length ? t('town_lights', { count: found.num_members }) : t('town_many');
}

/**
 * A town over water by night. A street lamp is lit for each question answered, and in the end a window for each member found, as far as
 * there are windows.
 */
export function FinderTown({ found, answered }: { found: MatchCount | null; answered: number }) {
  const caption = useCaption(found);
  const count = found?.num_members ?? 0;
  return (
    <div className="match-finder-town" aria-hidden="true">
      <div className="match-finder-drawing">
        <Picture src={town} alt="" width={WIDTH} height={HEIGHT} loading="lazy" />
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          {lights.lamps.slice(0, answered).map((lamp) => (
            <LampLight key={lamp[0]} at={lamp} />
          ))}
          {found && count === 0 && <path className="first-window" d={pathOf(lights.windows.slice(0, 1), panePath)} />}
          {count > 0 && <WindowLights count={count} />}
        </svg>
      </div>
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
