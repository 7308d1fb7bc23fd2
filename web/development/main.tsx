import '../ui/styles/all.css';
import './development.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { initTexts, loadTexts } from '../i18n/i18n.ts';
import { currentSettings, setSettings } from '../session/settings.ts';
import { chooseTheme, chosenTheme } from '../session/theme.ts';
import { onSignOut } from '../session/user.ts';
import { mountIcons } from '../ui/icon.tsx';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { DialogsPage } from './dialogs-page.tsx';
import { type DeveloperPage, Frame } from './frame.tsx';
import { mockServer } from './mock-server.ts';
import { NavigationsPage } from './navigations-page.tsx';
import { ReminderPage } from './reminder-page.tsx';
import { PICTURE_PATH, USER } from './sample-member.ts';

const PAGES: Record<DeveloperPage, ComponentType> = {
  dialogs: DialogsPage,
  'top-nav': NavigationsPage,
  'activate-reminder': ReminderPage,
};
/** The locale files of all parts that are shown. */
const TEXTS = ['account', 'cards', 'chat', 'credits', 'install', 'members', 'photos', 'profile', 'pwa', 'reminder', 'safety', 'signup'];

const isPage = (name: string): name is DeveloperPage => name in PAGES;

/** Signs the sample user in, and again at once after a sample has signed out. */
function keepSampleSignedIn(): void {
  const signIn = () => queryClient.setQueryData(queryKeys.user, USER);
  signIn();
  onSignOut(() => queueMicrotask(signIn));
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const name = location.pathname.split('/').at(-1) ?? '';
  if (!root || !isPage(name)) return;
  mockServer();
  setSettings({ ...currentSettings(), cdn_prefix: PICTURE_PATH });
  keepSampleSignedIn();
  chooseTheme(chosenTheme());
  await Promise.all([mountIcons(), initTexts().then(() => loadTexts(TEXTS))]);
  const Page = PAGES[name];
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* The path of the search, where cards explain why they are shown. A memory router, so that links of samples lead nowhere. */}
        <MemoryRouter initialEntries={['/members']}>
          <Frame name={name}>
            <Page />
          </Frame>
        </MemoryRouter>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
