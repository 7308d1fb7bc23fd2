import { useTranslation } from '../../i18n/use-translation.ts';
import { SvgImage } from '../svg-image.tsx';
import { PLANS } from './town-plans.tsx';
import { type Pin, PLACES, TOWNS, type TownSlug } from './towns.ts';

const Portrait = ({ portrait, x, y, size }: Pin) => (
  <g transform={`translate(${x} ${y}) scale(${size / 64})`}>
    <g className="map-pin">
      <ellipse cx="0" cy="1" rx="13" ry="4" />
      <path d="M0 0C-7-11-32-27-32-54a32 32 0 1 1 64 0C32-27 7-11 0 0z" />
      <g clipPath="url(#map-face)">
        <circle className="map-pin-placeholder" cy="-60" r="11" />
        <ellipse className="map-pin-placeholder" cy="-26" rx="20" ry="18" />
        <SvgImage href={portrait} x="-27" y="-83" width="54" height="67.5" preserveAspectRatio="xMidYMid slice" />
      </g>
    </g>
  </g>
);

/** The map of an invented town, with the portraits of drawn people as pins. */
export function Town({ town }: { town: TownSlug }) {
  const { t } = useTranslation('lander-map');
  const { here, pins, places } = TOWNS[town];
  return (
    <svg className={`map-town is-${town}`} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <clipPath id="map-face">
        <circle cy="-54" r="27" />
      </clipPath>
      <rect className="map-land" width="1440" height="900" />
      {PLANS[town]}
      {PLACES.map((place) => (
        <foreignObject key={place} className={`map-place is-${place}`} x={places[place][0]} y={places[place][1]} width="230" height="120">
          <p>{t(`${town}.places.${place}`)}</p>
        </foreignObject>
      ))}
      <g transform={`translate(${here[0]} ${here[1]})`}>
        <g className="map-here">
          <circle className="map-here-halo" r="28" />
          <circle className="map-here-rim" r="16" />
          <circle className="map-here-dot" r="11" />
        </g>
        <foreignObject className="map-here-label" x="-75" y="20" width="150" height="44">
          <p>{t('here')}</p>
        </foreignObject>
      </g>
      {pins
        .toSorted((a, b) => a.y - b.y)
        .map((pin) => (
          <Portrait key={pin.portrait} {...pin} />
        ))}
    </svg>
  );
}
