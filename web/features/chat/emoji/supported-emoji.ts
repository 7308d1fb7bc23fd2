interface EmojiSample {
  readonly emoji: string;
  readonly version: number;
  readonly isFlag: boolean;
}

const SIZE_PX = 16;
/** An emoji that every device with pictures for emoji can draw. */
const REFERENCE_EMOJI = '😀';

/** Returns a function that draws an emoji on an invisible canvas and measures it; null if there is no canvas. */
function createEmojiProbe(): ((emoji: string) => { width: number; isColourful: boolean }) | null {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.font = `${SIZE_PX - 4}px sans-serif`;
  context.textBaseline = 'top';
  return (emoji) => {
    context.clearRect(0, 0, SIZE_PX, SIZE_PX);
    context.fillText(emoji, 0, 0);
    const { data } = context.getImageData(0, 0, SIZE_PX, SIZE_PX);
    // A letter, or the box for an unknown character, is black throughout.
    const isColourful = data.some((value, i) => i % 4 < 3 && value > 40);
    return { width: context.measureText(emoji).width, isColourful };
  };
}

/**
 * Returns a predicate for the emoji that this device has pictures for: one emoji of each Unicode version is tried, and one flag for all flags.
 * If the device has no pictures at all, the predicate is true for all emoji.
 */
export function supportedEmojiFilter(
  all: readonly EmojiSample[],
): (emoji: { emoji: string; version: number; countryFlag?: unknown; category: number }) => boolean {
  const measure = createEmojiProbe();
  const reference = measure?.(REFERENCE_EMOJI);
  if (!measure || !reference?.isColourful) return () => true;
  const isDrawn = (emoji: string) => {
    const { width, isColourful } = measure(emoji);
    // An emoji that the device does not know as one is drawn as several, side by side.
    return isColourful && width < reference.width * 1.5;
  };
  const samples = new Map(all.filter(({ isFlag }) => !isFlag).map(({ version, emoji }) => [version, emoji]));
  const versions = new Set([...samples].filter(([, emoji]) => isDrawn(emoji)).map(([version]) => version));
  const flags = new Set(all.filter(({ isFlag }) => isFlag).map(({ emoji }) => emoji));
  const hasFlags = isDrawn('🇳🇱');
  return ({ emoji, version }) => (flags.has(emoji) ? hasFlags : versions.has(version));
}
