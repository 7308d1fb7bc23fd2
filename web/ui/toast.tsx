export type { ToastPosition, ToastTone, ToastWords } from './toast-list.ts';
export { showToast } from './toast-list.ts';
