import type { ReactNode } from 'react';
import { SvgImage } from '../svg-image.tsx';
import type { Street } from './night-people.ts';

const LEFT = 57;
const TOP = 196;
const STEP_X = 84;
const STEP_Y = 104;
export const PANE = { width: 66, height: 84 } as const;
const { width: W, height: H } = PANE;

/** The light of a lit window, drawn below its content. */
const Lamp = ({ tone = '#f2b06a' }: { tone?: string }) => <rect width={W} height={H} rx="3" fill={tone} />;

/** Lit windows without a person, by the characters of `Street.rows`. */
const EMPTY_WINDOWS: Record<string, ReactNode> = {
  c: (
    <>
      <Lamp />
      <path d={`M0 0h20q4 ${H / 2} -8 ${H}H0zM${W} 0H${W - 20}q-4 ${H / 2} 8 ${H}H${W}z`} fill="#b8683f" />
      <path d={`M7 0q2 40 -2 ${H}M${W - 7} 0q-2 40 2 ${H}`} fill="none" stroke="#8f4a2e" strokeWidth="2" />
    </>
  ),
  t: (
    <>
      <Lamp tone="#3c5f8c" />
      <path d={`M0 ${H}V52L${W} 20V${H}z`} fill="#7fb2d6" opacity=".45" />
      <path d="M12 84V66q0-6 6-6h30q6 0 6 6v18z" fill="#1b1030" />
      <circle cx="26" cy="53" r="9" fill="#1b1030" />
      <path d="M20 66q6-8 13 0z" fill="#1b1030" />
    </>
  ),
  k: (
    <>
      <Lamp tone="#ffcb85" />
      <path d="M24 84c-6-16 0-30 8-32l-1-12 7 6h6l7-6-1 14c3 4 3 9-1 12 6 6 8 12 7 18z" fill="#3a1d2e" />
      <path d="M56 84q8-8 4-20" fill="none" stroke="#3a1d2e" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  p: (
    <>
      <Lamp tone="#f7c07a" />
      <path d="M24 84l-3-18h24l-3 18z" fill="#a8472c" />
      <path
        d="M33 66C33 48 22 40 14 38c0 14 8 24 19 28zM33 66c0-20 9-32 19-34 1 16-6 28-19 34zM33 66c-3-16-1-32 2-42 6 12 5 30-2 42z"
        fill="#3c5a3e"
      />
    </>
  ),
  b: (
    <>
      <Lamp tone="#e9a45f" />
      {[6, 17, 28, 39, 50].map((y) => (
        <rect key={y} y={y} width={W} height="6" fill="#8a4a36" />
      ))}
      <path d="M58 50v24" stroke="#8a4a36" strokeWidth="2" />
    </>
  ),
};

const Dark = () => (
  <>
    <rect width={W} height={H} rx="3" fill="url(#night-dark)" />
    <path d={`M0 58L${W} 14V32L0 76z`} fill="#ffffff" opacity=".035" />
  </>
);

const Person = ({ src }: { src: string }) => (
  <>
    <Lamp tone="#ffcb85" />
    <SvgImage href={src} width={W} height={H} preserveAspectRatio="xMidYMin slice" />
    <rect width={W} height={H} fill="#ffb060" opacity=".14" />
  </>
);

/** The visitor's own window. CSS shows its light while the form holds a valid e-mail address. */
const OwnWindow = () => (
  <>
    <Dark />
    <g className="night-own-window-light">
      <circle cx={W / 2} cy={H / 2} r="96" fill="url(#night-glow)" />
      {EMPTY_WINDOWS.c}
      <path d="M22 84q11-16 22 0z" fill="#3a1d2e" />
    </g>
    <rect
      className="night-own-window-frame"
      x="-5"
      y="-5"
      width={W + 10}
      height={H + 10}
      rx="7"
      fill="none"
      strokeWidth="2.5"
      strokeDasharray="2 7"
      strokeLinecap="round"
    />
  </>
);

function Pane({ kind, people }: { kind: string; people: Street['people'] }) {
  if (kind === '.') return <Dark />;
  if (kind === 'y') return <OwnWindow />;
  const person = people[Number(kind) - 1];
  return (
    <>
      <circle cx={W / 2} cy={H / 2} r="78" fill="url(#night-glow)" />
      {person ? <Person src={person} /> : EMPTY_WINDOWS[kind]}
    </>
  );
}

/** The windows of a house front. Dark ones are drawn first, so that the glow of lit ones lies over them. */
export function NightWindows({ rows, people }: Street) {
  const panes = rows.flatMap((row, y) => [...row].map((kind, x) => ({ kind, x, y })));
  const drawingOrder = (kind: string) => Number(kind !== '.');
  return panes
    .toSorted((a, b) => drawingOrder(a.kind) - drawingOrder(b.kind))
    .map(({ kind, x, y }) => (
      <g key={`${x} ${y}`} transform={`translate(${LEFT + x * STEP_X} ${TOP + y * STEP_Y})`}>
        <Pane kind={kind} people={people} />
        <path d={`M0 0H${W}V${H}H0z`} fill="none" stroke="#1b1030" strokeOpacity=".55" strokeWidth="3" />
        <rect x="-5" y={H} width={W + 10} height="6" rx="2" fill="#5a3f74" />
      </g>
    ));
}
