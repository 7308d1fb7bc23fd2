/** The content types that are served. A file stored with another type is served as WebP, so that it never runs as a page. */
const TYPES = ['image/webp', 'image/jpeg', 'image/png'];

/** The answer with a file of the photo bucket: 304 if the bucket was asked with conditions and has found it unchanged. */
export function photoResponse(photo: R2Object | R2ObjectBody, cacheControl: string): Response {
  const headers = new Headers({ ETag: photo.httpEtag, 'Cache-Control': cacheControl });
  if (!('body' in photo)) return new Response(null, { status: 304, headers });
  headers.set('Content-Type', TYPES.find((type) => type === photo.httpMetadata?.contentType) ?? 'image/webp');
  headers.set('X-Content-Type-Options', 'nosniff');
  return new Response(photo.body, { headers });
}
