import type { Template } from '#contract/settings';
import { createStore, useStore } from '../platform/store.ts';
import { FEATURE_FLAGS, type FeatureFlags } from '../session/feature-flags.ts';
import { useSettings } from '../session/settings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { DEVELOPER_TEXTS } from './developer-texts.ts';

/** Whether the developer panel is open (docs/product.md, "Developer panel"). */
export const isDevPanelOpen = createStore(new URLSearchParams(location.search).has('panel'));

/** The template's name, its feature flags by group (docs/product.md, "Feature groups"), and whether the developer panel is open. */
type Features = FeatureFlags & { readonly templateName: Template; readonly isDevPanelOpen: boolean };

function useFeatures(): Features {
  const { template } = useSettings();
  return { templateName: template, ...FEATURE_FLAGS[template], isDevPanelOpen: useStore(isDevPanelOpen) };
}

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
        <h2 className="display display-21 flex-grow">{DEVELOPER_TEXTS.panel}</h2>
        <IconButton name="x" label={DEVELOPER_TEXTS.dialogs.close} onClick={() => isDevPanelOpen.set(false)} />
      </div>
      {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((name) => (
        <Button key={name} tone="soft" small onClick={ACTIONS[name]}>
          {DEVELOPER_TEXTS.panelActions[name]}
        </Button>
      ))}
      <p className="muted small">{DEVELOPER_TEXTS.panelNote}</p>
      <details>
        <summary>{DEVELOPER_TEXTS.features}</summary>
        <pre className="small">{JSON.stringify(features, null, 1)}</pre>
      </details>
    </aside>
  );
}
