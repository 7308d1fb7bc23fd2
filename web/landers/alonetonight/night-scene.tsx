import type { ReactNode } from 'react';
import { type NightSlug, STREETS } from './night-people.ts';
import { NightWindows } from './night-windows.tsx';

const STARS = ['60 40', '118 92', '182 30', '246 74', '318 22', '372 96', '470 128', '560 36', '30 128', '420 52', '286 128', '540 150'];

const Stars = () => (
  <g fill="#f7e3c4">
    {STARS.map((at, i) => {
      const [x, y] = at.split(' ');
      return <circle key={at} cx={x} cy={y} r={i % 3 === 0 ? 1.8 : 1.1} opacity={i % 2 ? 0.5 : 0.9} />;
    })}
  </g>
);

/** A block of flats with a lift shaft and aerials, under a crescent moon. */
const Block = () => (
  <>
    <Stars />
    <path d="M476 40a42 42 0 1 0 38 62 34 34 0 1 1-38-62z" fill="#f7e3c4" />
    <path
      d="M70 138V84M58 98h24M62 110h16M468 138v-40l14-16M446 138V98"
      stroke="#48305f"
      strokeWidth="4"
      fill="none"
      strokeLinecap="round"
    />
    <path d="M262 138V92h84v46z" fill="#3b2450" />
    <path d="M256 86h96v10h-96z" fill="#48305f" />
    <rect x="284" y="108" width="16" height="30" fill="#f2b06a" />
    <path d="M20 152h560v1400H20z" fill="url(#night-wall)" />
    <path d="M12 138h576v16H12z" fill="#48305f" />
    {[288, 392, 496, 600, 704, 808].map((y) => (
      <path key={y} d={`M20 ${y + 2}h560`} stroke="#2a1740" strokeWidth="2" />
    ))}
  </>
);

/** One wide roof with chimneys and dormers. */
const Roof = () => (
  <>
    <path d="M20 168Q40 60 150 66t150-18 150 14 130 106z" fill="#33224a" opacity=".7" />
    <path d="M96 100V44h44v44zM452 96V34h46v62z" fill="#48305f" />
    <path d="M90 36h56v12H90zM446 26h58v12h-58z" fill="#5a3f74" />
    <path d="M470 20q-16-16 2-30t-4-34" fill="none" stroke="#8a76a2" strokeWidth="9" strokeLinecap="round" opacity=".35" />
    <path d="M4 166L66 78h468l62 88z" fill="#3f2553" />
    <path d="M48 104h504M30 130h540" stroke="#33204a" strokeWidth="3" />
    {[196, 356].map((x) => (
      <g key={x} transform={`translate(${x} 92)`}>
        <path d="M-8 62V22L24-6l32 28v40z" fill="#4d3166" />
        <rect x="6" y="22" width="36" height="38" rx="2" fill={x > 200 ? '#f2b06a' : '#1d1130'} />
        <path d="M24 22v38M6 40h36" stroke="#4d3166" strokeWidth="3" />
      </g>
    ))}
    <path d="M14 166h572v1400H14z" fill="url(#night-wall)" />
    <path d="M4 158h592v14H4z" fill="#5a3f74" />
    <path d="M572 172v1400" stroke="#5a3f74" strokeWidth="8" />
  </>
);

/** Three old fronts side by side under a full moon. */
const Gables = () => (
  <>
    <Stars />
    <circle cx="486" cy="80" r="106" fill="url(#night-moonlight)" />
    <circle cx="486" cy="80" r="42" fill="#f7e3c4" />
    <path d="M500 48a8 8 0 1 1-1 15M470 84a6 6 0 1 1-1 11" fill="#e6cca6" opacity=".7" />
    <path d="M36 1560V160h14v-26h20v-24h22v-24h48v24h22v24h20v26h14v1400z" fill="#3b2450" />
    <path d="M204 1560V166c36 0 34-70 70-82h48c36 12 34 82 70 82v1394z" fill="#44285a" />
    <path d="M404 1560V164l80-66 80 66v1396z" fill="#38214c" />
    <path d="M92 80h48v8H92zM270 78h56v8h-56zM472 92h24v8h-24z" fill="#5a3f74" />
    <circle cx="116" cy="128" r="14" fill="#1d1130" />
    <circle cx="298" cy="128" r="17" fill="#f2b06a" />
    <path d="M298 111v34M281 128h34" stroke="#44285a" strokeWidth="4" />
    <circle cx="484" cy="142" r="13" fill="#1d1130" />
    <path d="M404 178H564M204 178H392M36 178H196" stroke="#5a3f74" strokeWidth="5" />
  </>
);

const Rain = () => <rect y="-40" width="600" height="1600" fill="url(#night-rain)" />;

const FRONTS: Record<NightSlug, ReactNode> = { 'night-shift': <Block />, 'rainy-evening': <Roof />, 'sunday-evening': <Gables /> };

const Paints = () => (
  <defs>
    <linearGradient id="night-wall" x2="0" y2="1">
      <stop stopColor="#3b2450" />
      <stop offset="1" stopColor="#2a183b" />
    </linearGradient>
    <linearGradient id="night-dark" x2="0" y2="1">
      <stop stopColor="#1d1130" />
      <stop offset="1" stopColor="#150b24" />
    </linearGradient>
    <radialGradient id="night-glow">
      <stop stopColor="#ffb060" stopOpacity=".6" />
      <stop offset=".55" stopColor="#ffb060" stopOpacity=".2" />
      <stop offset="1" stopColor="#ffb060" stopOpacity="0" />
    </radialGradient>
    <radialGradient id="night-moonlight">
      <stop offset=".38" stopColor="#f7e3c4" stopOpacity=".36" />
      <stop offset=".7" stopColor="#f7e3c4" stopOpacity=".1" />
      <stop offset="1" stopColor="#f7e3c4" stopOpacity="0" />
    </radialGradient>
    <pattern id="night-rain" width="74" height="96" patternUnits="userSpaceOnUse" patternTransform="rotate(12)">
      <path
        d="M8 4v22M30 40v16M52 8v30M66 62v20M20 70v18M44 66v12"
        stroke="#c6d6ee"
        strokeWidth="1.6"
        strokeLinecap="round"
        opacity=".34"
      />
    </pattern>
  </defs>
);

/** The drawing of the house front opposite, without texts. */
export function NightScene({ night }: { night: NightSlug }) {
  return (
    <svg viewBox="0 0 600 800" aria-hidden="true">
      <Paints />
      {FRONTS[night]}
      <NightWindows {...STREETS[night]} />
      {night === 'rainy-evening' && <Rain />}
    </svg>
  );
}
