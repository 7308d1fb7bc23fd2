/** What a built file that is no script is called; the first looks name pictures that the page's own build has made. */
export const ASSET = 'assets/[name]-[hash:7][extname]';
