import { Button, IconButton } from '../ui/button.tsx';
import { WORDS } from './developer-texts.ts';
import { isDevPanelOpen, useFeatures } from './feature-flag-state.ts';

/** The handlers of these buttons do nothing (docs/product.md, "Developer panel"). */
const nothing = (): void => undefined;
const ACTS = { credits: nothing, marker: nothing, design: nothing } satisfies Record<keyof typeof WORDS.panelActs, () => void>;

/** The developer panel, with the values of the feature flags. */
export function Panel() {
  const features = useFeatures();
  if (!features.isDevPanelOpen) return null;
  return (
    <aside className="dev-panel" aria-label={WORDS.panel}>
      <div className="dev-row">
        <h2 className="d d21 grow">{WORDS.panel}</h2>
        <IconButton name="x" label={WORDS.dialogs.close} onClick={() => isDevPanelOpen.set(false)} />
      </div>
      {(Object.keys(ACTS) as (keyof typeof ACTS)[]).map((name) => (
        <Button key={name} tone="soft" small onClick={ACTS[name]}>
          {WORDS.panelActs[name]}
        </Button>
      ))}
      <p className="soft small">{WORDS.panelNote}</p>
      <details>
        <summary>{WORDS.features}</summary>
        <pre className="small">{JSON.stringify(features, null, 1)}</pre>
      </details>
    </aside>
  );
}
