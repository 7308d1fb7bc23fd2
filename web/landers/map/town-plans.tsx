import type { ReactNode } from 'react';
import { Blocks, Boat, Park, Rails, Road, Trees, Water } from './town-parts.tsx';
import type { TownSlug } from './towns.ts';

/** A town at a bend of a river, with two circles of distance. */
const River = () => (
  <>
    <defs>
      <Blocks id="map-blocks" turn={-9} />
    </defs>
    <rect className="map-blocks" width="1440" height="900" />
    <Park d="M80 90q160-80 260 20t40 210q-120 90-240 20T80 90z" />
    <Park d="M980 560q150-90 300 10t30 260q-180 70-300-30t-30-240z" />
    <Park d="M600 10q90-50 180 0t20 120q-110 40-190-10t-10-110z" />
    <Trees at="1030 620, 1062 596, 1098 640, 1240 600, 1282 640, 1300 720, 1262 770, 1214 800, 1080 770, 1040 730, 640 60, 676 40, 720 70, 760 96, 690 112, 150 150, 190 120, 240 170, 300 220, 220 250" />
    <Water d="M-60 640C180 560 300 720 520 640S820 380 1010 400 1260 260 1520 170" wide={78} />
    <Water d="M520 640C560 780 640 820 620 960" wide={34} />
    <path className="map-water" d="M1096 690q46-34 96-8t20 62q-60 26-104 2t-12-56z" fill="currentColor" strokeWidth="2" />
    <Road d="M-40 300C260 260 420 360 640 330S1080 140 1500 90" />
    <Road d="M360-40C420 200 380 420 560 600S760 800 740 960" />
    <Road d="M1120-40C1060 240 1160 420 1080 620S1180 840 1200 960" />
    <Road d="M-40 820C300 740 620 860 900 720S1300 640 1500 640" />
    <Road d="M900 720C880 600 900 500 930 400S900 240 880 232" wide={9} />
    <Rails d="M-40 480C300 420 640 520 820 240S980-20 1000-40" />
    <Boat x={640} y={566} turn={-42} />
    <Boat x={968} y={404} turn={2} />
    <circle className="map-distance-ring" cx="770" cy="420" r="130" />
    <circle className="map-distance-ring is-far" cx="770" cy="420" r="260" />
  </>
);

const RINGS = [150, 270, 390, 520];

/** A town in rings around its station, with a route from the station. */
const Rings = () => (
  <>
    <defs>
      <Blocks id="map-blocks" turn={24} />
    </defs>
    <rect className="map-blocks" width="1440" height="900" />
    <Park d="M1010 640q80-70 210-40t170 120-80 160-240 10-60-250z" />
    <Park d="M190 110q120-60 210 10t10 170-190 30-30-210z" />
    <Trees at="1070 668, 1110 650, 1180 660, 1330 720, 1350 790, 1290 820, 1230 850, 1130 830, 1084 800, 250 150, 300 130, 350 180, 320 240, 260 260" />
    <path className="map-water" d="M-40 60C300 20 560 120 800 96S1240-10 1500 40" strokeWidth="96" />
    {RINGS.map((r) => (
      <Water key={r} d={`M${830 - r * 1.1} 20V120A${r * 1.1} ${r} 0 0 0 ${830 + r * 1.1} 120V20`} wide={24} />
    ))}
    {RINGS.slice(0, 3).map((r) => (
      <Road key={r} d={`M${772 - r * 1.1} 150A${(r + 58) * 1.1} ${r + 58} 0 0 0 ${888 + r * 1.1} 150`} wide={7} />
    ))}
    <Road d="M830 170C836 400 800 640 820 960" />
    <Road d="M800 170C700 330 560 520 240 760S-40 960-100 1000" wide={10} />
    <Road d="M862 170C980 330 1140 480 1500 560" wide={10} />
    <Rails d="M-40 176C300 150 560 172 830 160S1240 110 1500 132" />
    <rect className="map-road" x="764" y="142" width="132" height="36" rx="10" />
    <path className="map-rails" d="M778 160h104" />
    <Boat x={560} y={82} turn={8} />
    <Boat x={1100} y={36} turn={-10} />
    <path className="map-route" d="M1500 132C1240 110 1060 150 880 160q-54 6-50 60c6 100-2 180-22 288" />
    <g transform="translate(742 496)">
      <path className="map-moving-box" d="M-30-4h38v32h-38zM-22-32H8V-6h-30z" />
      <path className="map-moving-box-tape" d="M-11-4v12M-7-32v10" />
    </g>
  </>
);

/** Two towns on the banks of a river that is the border, with a bridge. */
const Border = () => (
  <>
    <defs>
      <Blocks id="map-blocks" turn={-6} />
      <Blocks id="map-blocks-far" turn={31} />
    </defs>
    <rect className="map-blocks" width="1440" height="900" />
    <path className="map-far-bank" d="M900-40C800 140 960 300 870 470S930 760 860 960H1480V-40z" />
    <path className="map-blocks-far" d="M900-40C800 140 960 300 870 470S930 760 860 960H1480V-40z" />
    <Park d="M1120 640q110-80 230 0t40 190-230 60-40-250z" />
    <Park d="M120 80q150-80 250 10t20 220-210 40-60-270z" />
    <Trees at="1166 690, 1200 664, 1260 650, 1330 690, 1370 760, 1340 830, 1270 860, 1190 840, 180 130, 230 110, 300 150, 330 220, 270 260, 200 230" />
    <Water d="M900-40C800 140 960 300 870 470S930 760 860 960" wide={150} />
    <path className="map-border" d="M900-40C800 140 960 300 870 470S930 760 860 960" />
    <Road d="M-40 520C240 440 480 480 716 452 900 428 1100 470 1500 380" wide={16} />
    <path className="map-piers" d="M806 424v36M842 422v36M878 420v36M914 420v36M948 422v36" />
    <Road d="M560-40C600 200 560 420 640 560S600 820 640 960" />
    <Road d="M1120-40C1060 160 1130 300 1090 440S1080 760 1150 960" />
    <Road d="M1090 440C1200 560 1320 560 1500 580" wide={9} />
    <Rails d="M1500 700C1300 640 1120 560 1010 520" />
    <Boat x={884} y={250} turn={70} />
    <Boat x={884} y={800} turn={-96} />
  </>
);

export const PLANS: Record<TownSlug, ReactNode> = { nearby: <River />, 'just-moved': <Rings />, 'across-the-border': <Border /> };
