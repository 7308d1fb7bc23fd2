export { MemberMenuEntries } from './member-menu-entries.tsx';
export { SafetyDialog } from './safety-dialog.tsx';
export { UnblockButton } from './unblock-button.tsx';
