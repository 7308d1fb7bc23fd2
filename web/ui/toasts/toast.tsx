export { showToast, toasts } from './toast-list.ts';
