/** Stands for the list of answered prompts while it is loaded. */
export function PromptsSkeleton({ count }: { count: number }) {
  const rows = Array.from({ length: Math.max(1, count) }, (_, place) => place);
  return (
    <div className="prompt-skeletons" aria-hidden="true">
      {rows.map((place) => (
        <div key={place} className="skeleton" />
      ))}
    </div>
  );
}
