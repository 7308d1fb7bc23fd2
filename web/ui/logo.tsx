/** The mark of the site, with `name` beside it if given. */
export function Logo({ name }: { name?: string }) {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M5 11.5 16 28 27 11.5" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
        <circle cx="16" cy="6.6" r="4.1" fill="currentColor" />
      </svg>
      {name}
    </>
  );
}
