/** An unfinished pencil drawing of two people, shown where no photo is. */
export const UnfinishedDrawing = () => (
  <svg className="exhibition-drawing" viewBox="0 0 160 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
    <rect width="160" height="200" />
    <path d="M34 200v-22c0-20 8-30 26-34v-12c-11-5-17-17-17-31 0-19 10-31 25-31s25 12 25 31" />
    <path d="M45 92c6-12 18-14 24-22 6 8 16 10 22 18" />
    <path
      className="exhibition-sketch"
      d="M126 200v-14c0-19-8-29-26-33v-12c11-5 17-16 17-30 0-18-10-30-24-30-13 0-23 11-24 28 0 15 6 27 17 32v12c-12 3-19 9-22 18"
    />
    <path className="exhibition-sketch" d="M24 24h112M24 24v32M136 24v20" />
  </svg>
);

/** A barrier rope of a museum, unhooked on one side. */
export const Rope = () => (
  <svg className="exhibition-rope" viewBox="0 0 520 150" width="520" height="150" aria-hidden="true">
    <path className="exhibition-rope-cord" d="M56 38c30 64 128 76 168 16" />
    <path className="exhibition-rope-cord" d="M464 38c2 40-10 60-8 92" />
    <path className="exhibition-rope-hook" d="M456 128v9m-5 1q5 8 10 0" />
    {[56, 224, 464].map((x) => (
      <g key={x} className="exhibition-rope-post" transform={`translate(${x} 0)`}>
        <circle cy="24" r="9" />
        <rect x="-4" y="32" width="8" height="104" />
        <ellipse cy="138" rx="26" ry="8" />
      </g>
    ))}
  </svg>
);
