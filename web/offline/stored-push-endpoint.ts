const KEY = 'push-kept';

/** The endpoint of this browser that the site was told of in this session; null: none, or storage is blocked. */
export function keptPush(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepPush(endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, endpoint);
  } catch {
    // Then a device that was taken off elsewhere comes back with the next load.
  }
}
