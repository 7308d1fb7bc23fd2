/** An address on this site, or null: whatever the query says, nobody is led elsewhere. */
export function safePath(wanted: string | null): string | null {
  if (!wanted?.startsWith('/')) return null;
  try {
    const url = new URL(wanted, location.origin);
    // "/.//evil.example" is of this site, but the path it resolves to would be read as another's address.
    const isHere = url.origin === location.origin && !url.pathname.startsWith('//');
    return isHere ? `${url.pathname}${url.search}${url.hash}` : null;
  } catch {
    return null;
  }
}

/** The login that leads back to where the visitor wanted to be. */
export const loginPath = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  `/login?${new URLSearchParams({ next: `${pathname}${search}${hash}` })}`;
