import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DrawnThing } from './thing.ts';

/** So many things can be chosen at most. */
const MAX_PICKED = 3;

interface ThingPickProps {
  thing: DrawnThing;
  isPicked: boolean;
  onPick: () => void;
}

/** A drawn thing as a checkbox; when it is chosen, a ring is drawn around it. */
function ThingPick({ thing: { id, drawing }, isPicked, onPick }: ThingPickProps) {
  const { t } = useTranslation('lander-icons');
  return (
    <label className="thing-pick">
      <input type="checkbox" checked={isPicked} onChange={onPick} />
      <span className="thing-pick-drawing">
        <svg viewBox="0 0 64 64" aria-hidden="true">
          {drawing}
        </svg>
        <svg className="thing-pick-ring" viewBox="0 0 100 100" aria-hidden="true">
          <path pathLength="1" d="M62 7C36-1 6 16 4 48c-2 30 22 47 48 46 28-1 45-21 44-46C95 22 76 5 46 6 34 6 24 11 18 17" />
        </svg>
      </span>
      <span className="thing-pick-name">{t(`${id}.name`)}</span>
    </label>
  );
}

/** Things to choose from, the first already chosen, and the sentences that the last three chosen ones suggest. */
export function ThingPicks({ things }: { things: readonly DrawnThing[] }) {
  const { t } = useTranslation('lander-icons');
  const [picked, setPicked] = useState<readonly DrawnThing['id'][]>(() => things.slice(0, 1).map(({ id }) => id));
  const pick = (id: DrawnThing['id']) =>
    setPicked((ids) => (ids.includes(id) ? ids.filter((pickedId) => pickedId !== id) : [...ids, id].slice(-MAX_PICKED)));

  return (
    <div className="thing-picks">
      <fieldset>
        <legend className="visually-hidden">{t('pick')}</legend>
        <div className="thing-picks-grid">
          {things.map((thing) => (
            <ThingPick key={thing.id} thing={thing} isPicked={picked.includes(thing.id)} onPick={() => pick(thing.id)} />
          ))}
        </div>
      </fieldset>
      <div className="thing-picks-sentences" role="status">
        <p className="hint">{t(picked.length > 0 ? 'made' : 'none')}</p>
        {picked.map((id) => (
          <p key={id} className="thing-picks-sentence">
            {t(`${id}.line`)}
          </p>
        ))}
      </div>
    </div>
  );
}
