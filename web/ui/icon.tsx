import spriteUrl from './icons.svg?url';

export const ICONS = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'ban',
  'bell',
  'book-open',
  'calendar',
  'camera',
  'check',
  'check-check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'chevron-up',
  'circle-check',
  'circle-help',
  'clock',
  'coins',
  'compass',
  'crown',
  'dog',
  'download',
  'ellipsis',
  'external-link',
  'eye',
  'eye-off',
  'flag',
  'gift',
  'globe',
  'heart',
  'house',
  'image',
  'info',
  'lock',
  'log-out',
  'mail',
  'map-pin',
  'message-circle',
  'music',
  'palette',
  'pencil',
  'plus',
  'refresh-cw',
  'search',
  'send',
  'settings',
  'shield-check',
  'sliders-horizontal',
  'smile',
  'trash-2',
  'triangle-alert',
  'user-round',
  'video',
  'wifi-off',
  'wine',
  'x',
] as const;
export type IconName = (typeof ICONS)[number];

const SIZES = { s: 'i i-s', xs: 'i i-xs' } as const;

/** Puts the sprite into the page, once; index.html has the file on its way already. */
export async function mountIcons(): Promise<void> {
  const response = await fetch(spriteUrl);
  if (!response.ok) throw new Error(`icons: ${response.status}`);
  const holder = document.createElement('div');
  holder.className = 'sprite';
  holder.innerHTML = await response.text();
  document.body.prepend(holder);
}

export function Icon({ name, size }: { name: IconName; size?: 's' | 'xs' }) {
  return (
    <svg className={size ? SIZES[size] : 'i'} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
