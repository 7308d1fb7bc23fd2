interface Line {
  /** As the attribute `d` of `<path>`. */
  d: string;
}

/** A pattern of houses with streets between them, turned by `turn` degrees. */
export const Blocks = ({ id, turn }: { id: string; turn: number }) => (
  <pattern id={id} width="168" height="132" patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
    <g className="map-house">
      <rect x="5" y="5" width="70" height="50" rx="5" />
      <rect x="87" y="5" width="34" height="50" rx="5" />
      <rect x="129" y="5" width="34" height="50" rx="5" />
      <path d="M10 67h50q5 0 5 5v50q0 5-5 5H10q-5 0-5-5V72q0-5 5-5zm8 14v32h34V81z" fillRule="evenodd" />
      <rect x="77" y="67" width="44" height="26" rx="5" />
      <rect x="77" y="101" width="44" height="26" rx="5" />
      <rect x="129" y="67" width="34" height="60" rx="5" />
    </g>
  </pattern>
);

export const Park = ({ d }: Line) => <path className="map-park" d={d} />;
export const Water = ({ d, wide }: Line & { wide: number }) => <path className="map-water" d={d} strokeWidth={wide} />;
/** A road. Its edge has the colour of the land, which keeps houses off it and draws a bridge over water. */
export const Road = ({ d, wide = 13 }: Line & { wide?: number }) => (
  <>
    <path className="map-kerb" d={d} strokeWidth={wide + 8} />
    <path className="map-road" d={d} strokeWidth={wide} />
  </>
);
export const Rails = ({ d }: Line) => <path className="map-rails" d={d} />;

/** Trees at the positions of `at`: `x y`, separated by commas. */
export const Trees = ({ at }: { at: string }) => (
  <g className="map-trees">
    {at.split(', ').map((tree, i) => {
      const [x, y] = tree.split(' ');
      return <circle key={tree} cx={x} cy={y} r={9 + (i % 3) * 3} />;
    })}
  </g>
);

export const Boat = ({ x, y, turn }: { x: number; y: number; turn: number }) => (
  <g transform={`translate(${x} ${y}) rotate(${turn})`}>
    <path className="map-boat" d="M-22 0q8-9 22-9h14q8 5 10 9-2 4-10 9H0q-14 0-22-9z" />
    <rect className="map-house" x="-4" y="-4" width="16" height="8" rx="2" />
  </g>
);
