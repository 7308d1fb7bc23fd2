import '../ui/styles/all.css';
import './desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.ts';
import { chooseTheme, chosenTheme } from '../session/theme.ts';
import { mountIcons } from '../ui/icon.tsx';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { DeskApp } from './desk-app.tsx';
import { followEndedSession } from './session/operator-query.ts';
import { initDeskTexts } from './texts.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page of the desk has no root');
  chooseTheme(chosenTheme());
  followEndedSession();
  await Promise.all([mountIcons(), initDeskTexts()]);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <DeskApp />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
