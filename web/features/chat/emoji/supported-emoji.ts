interface Known {
  readonly emoji: string;
  readonly version: number;
  readonly isFlag: boolean;
}

const SIZE_PX = 16;
/** Drawn by every device that draws any. */
const OLDEST = '😀';

/** Draws on a canvas too small to be seen, and looks. */
function makeLook(): ((emoji: string) => { width: number; isColourful: boolean }) | null {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen) return null;
  pen.font = `${SIZE_PX - 4}px sans-serif`;
  pen.textBaseline = 'top';
  return (emoji) => {
    pen.clearRect(0, 0, SIZE_PX, SIZE_PX);
    pen.fillText(emoji, 0, 0);
    const { data } = pen.getImageData(0, 0, SIZE_PX, SIZE_PX);
    // A letter or the box that stands for an unknown sign is black throughout.
    const isColourful = data.some((value, i) => i % 4 < 3 && value > 40);
    return { width: pen.measureText(emoji).width, isColourful };
  };
}

/** Which emoji this device has pictures for, judged by one of each version, and the flags by one of them. Where it has none at all, nothing is left out. */
export function drawnVersions(
  all: readonly Known[],
): (emoji: { emoji: string; version: number; countryFlag?: unknown; category: number }) => boolean {
  const look = makeLook();
  const oldest = look?.(OLDEST);
  if (!look || !oldest?.isColourful) return () => true;
  const isDrawn = (emoji: string) => {
    const { width, isColourful } = look(emoji);
    return isColourful && width < oldest.width * 1.5;
  };
  const samples = new Map(all.filter(({ isFlag }) => !isFlag).map(({ version, emoji }) => [version, emoji]));
  const versions = new Set([...samples].filter(([, emoji]) => isDrawn(emoji)).map(([version]) => version));
  const flags = new Set(all.filter(({ isFlag }) => isFlag).map(({ emoji }) => emoji));
  const hasFlags = isDrawn('🇳🇱');
  return ({ emoji, version }) => (flags.has(emoji) ? hasFlags : versions.has(version));
}
