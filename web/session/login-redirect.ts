/** Path, query and fragment of an address on this site; null for any other address, so that no link can redirect to another site. */
export function safePath(wanted: string | null): string | null {
  if (!wanted?.startsWith('/')) return null;
  try {
    const url = new URL(wanted, location.origin);
    // "/.//evil.example" is on this site, but resolves to a path that would be read as an address of another site.
    const isHere = url.origin === location.origin && !url.pathname.startsWith('//');
    return isHere ? `${url.pathname}${url.search}${url.hash}` : null;
  } catch {
    return null;
  }
}

/** The address of the login that leads back to the given location. */
export const loginPath = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  `/login?${new URLSearchParams({ next: `${pathname}${search}${hash}` })}`;
