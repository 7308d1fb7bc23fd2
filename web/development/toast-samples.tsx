import { Button } from '../ui/button.tsx';
import { destroyToast, showToast, TOAST_POSITIONS, type ToastOptions, type ToastTone, toasts } from '../ui/toasts/toast-list.ts';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import { Group } from './frame.tsx';

const { said, text, longTitle, act, acted } = DEVELOPER_TEXTS.toasts;
const TONES: readonly ToastTone[] = ['success', 'danger', 'warning', 'info'];
const undo = (takesFocus: boolean) => ({
  action: { label: act, takesFocus, act: () => void showToast({ tone: 'info', title: acted }) },
});
const plain: ToastOptions = { tone: 'success', title: said };
const endless = { duration: Number.POSITIVE_INFINITY };

/** The toasts that each variant shows, one after the other. */
const VARIANTS: Readonly<Record<string, readonly ToastOptions[]>> = {
  'title alone': [plain],
  'with text': [{ ...plain, text }],
  'with another icon': [{ ...plain, icon: 'heart' }],
  'with an action': [{ ...plain, text, ...undo(false) }],
  'with an action that takes the focus': [{ ...plain, text, ...undo(true) }],
  endless: [{ ...plain, ...endless }],
  'a long title': [{ tone: 'warning', title: longTitle, text }],
  'four at once': TONES.map((tone) => ({ tone, title: said, text, ...endless })),
};

/** Toasts in every tone, position and variant. */
export function ToastSamples() {
  return (
    <Group title={DEVELOPER_TEXTS.toasts.title}>
      <h3 className="bold">{DEVELOPER_TEXTS.toasts.tones}</h3>
      <div className="dev-row">
        {TONES.map((tone) => (
          <Button key={tone} tone="quiet" small onClick={() => showToast({ tone, title: said, text })}>
            {tone}
          </Button>
        ))}
      </div>
      <h3 className="bold">{DEVELOPER_TEXTS.toasts.positions}</h3>
      <div className="dev-row">
        {TOAST_POSITIONS.map((position) => (
          <Button key={position} tone="quiet" small onClick={() => showToast({ ...plain, text, position })}>
            {position}
          </Button>
        ))}
      </div>
      <h3 className="bold">{DEVELOPER_TEXTS.toasts.variants}</h3>
      <div className="dev-row">
        {Object.entries(VARIANTS).map(([name, variant]) => (
          <Button key={name} tone="quiet" small onClick={() => variant.map(showToast)}>
            {name}
          </Button>
        ))}
        <Button tone="soft" small onClick={() => toasts.get().map(({ id }) => destroyToast(id))}>
          {DEVELOPER_TEXTS.toasts.clear}
        </Button>
      </div>
    </Group>
  );
}
