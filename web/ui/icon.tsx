import type { IconName } from './icon-names.ts';
import spriteUrl from './icons.svg?url';

export type { IconName };

const SIZES = { s: 'icon icon-small', xs: 'icon icon-tiny' } as const;

/**
 * Inserts the sprite of all icons into the page, which is to be called once. index.html preloads the file. Throws if it cannot be loaded.
 */
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
    <svg className={size ? SIZES[size] : 'icon'} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
