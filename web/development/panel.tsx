import { Button, IconButton } from '../ui/button.tsx';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import { isDevPanelOpen, useFeatures } from './feature-flag-state.ts';

/** The handlers of these buttons do nothing (docs/product.md, "Developer panel"). */
const doNothing = (): void => undefined;
const ACTIONS = { credits: doNothing, marker: doNothing, design: doNothing } satisfies Record<
  keyof typeof DEVELOPER_TEXTS.panelActions,
  () => void
>;

/** The developer panel, with the values of the feature flags. */
export function Panel() {
  const features = useFeatures();
  if (!features.isDevPanelOpen) return null;
  return (
    <aside className="dev-panel" aria-label={DEVELOPER_TEXTS.panel}>
      <div className="dev-row">
        <h2 className="d d21 grow">{DEVELOPER_TEXTS.panel}</h2>
        <IconButton name="x" label={DEVELOPER_TEXTS.dialogs.close} onClick={() => isDevPanelOpen.set(false)} />
      </div>
      {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((name) => (
        <Button key={name} tone="soft" small onClick={ACTIONS[name]}>
          {DEVELOPER_TEXTS.panelActions[name]}
        </Button>
      ))}
      <p className="soft small">{DEVELOPER_TEXTS.panelNote}</p>
      <details>
        <summary>{DEVELOPER_TEXTS.features}</summary>
        <pre className="small">{JSON.stringify(features, null, 1)}</pre>
      </details>
    </aside>
  );
}
