import { useStore } from '../../platform/store.ts';
import { createStoredFlag } from '../../platform/stored-flag.ts';
import { installPromptEvent } from './install-event.ts';
import { createInstall, guideFor, type InstallView } from './install-machine.ts';

const isStandalone = matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
const { userAgent, maxTouchPoints } = navigator;

export const install = createInstall({
  promptEvent: installPromptEvent,
  guide: guideFor({ userAgent, touchPoints: maxTouchPoints, isStandalone }),
  isStandalone,
});
addEventListener('appinstalled', install.noteInstalled);

const DISMISSED = 'install-dismissed';
/** Whether the offer was dismissed on this device. */
const dismissed = createStoredFlag(DISMISSED);
export const dismissInstall = (): void => dismissed.set(true);

interface InstallStatus extends InstallView {
  /** Whether the site can be installed and the offer was not dismissed on this device. */
  readonly isOffered: boolean;
}

/** The state of installing on this device. */
export function useInstall(): InstallStatus {
  const view = useStore(install.view);
  const isDismissed = dismissed.use();
  return { ...view, isOffered: !isDismissed && (view.state === 'available' || view.state === 'shown') };
}
