import { useQuery } from '@tanstack/react-query';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { EmptyState } from '../ui/empty.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { AccessPage } from './access/access-page.tsx';
import { CasePage } from './cases/case-page.tsx';
import { CasesPage } from './cases/cases-page.tsx';
import { CompanyPage } from './company/company-page.tsx';
import { FiguresPage } from './figures/figures-page.tsx';
import { DiscountsPage } from './members/discounts-page.tsx';
import { MemberPage } from './members/member-page.tsx';
import { MembersPage } from './members/members-page.tsx';
import { DeskPage } from './parts/desk-page.tsx';
import { ConfirmationProvider } from './session/confirmation.tsx';
import { operatorQuery } from './session/operator-query.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { DeskShell } from './shell/desk-shell.tsx';
import { useTexts } from './texts.ts';

function MissingPage() {
  const t = useTexts('shell');
  return (
    <DeskPage title={t('missing_title')}>
      <EmptyState icon="compass" title={t('missing_text')} />
    </DeskPage>
  );
}

/** The desk: the sign-in page until an operator is signed in, then its pages. */
export function DeskApp() {
  const t = useTexts('session');
  const { data: operator, error, refetch, isFetching } = useQuery(operatorQuery);
  if (error && operator === undefined)
    return (
      <main className="desk-sign-in">
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      </main>
    );
  if (operator === undefined)
    return (
      <main className="desk-sign-in" aria-busy="true">
        <p className="visually-hidden" role="status">
          {t('loading')}
        </p>
      </main>
    );
  if (operator === null) return <SignInPage />;
  return (
    <BrowserRouter basename="/operator">
      <ConfirmationProvider>
        <DeskShell>
          <Routes>
            <Route path="/" element={<Navigate to="/cases" replace />} />
            <Route path="/cases" element={<CasesPage />} />
            <Route path="/cases/:number" element={<CasePage />} />
            <Route path="/members" element={<MembersPage />} />
            <Route path="/members/:id" element={<MemberPage />} />
            <Route path="/figures" element={<FiguresPage />} />
            {operator.role === 'admin' && (
              <>
                <Route path="/discounts" element={<DiscountsPage />} />
                <Route path="/settings" element={<SettingsPage />} />
                <Route path="/company" element={<CompanyPage />} />
              </>
            )}
            <Route path="/access" element={<AccessPage />} />
            <Route path="*" element={<MissingPage />} />
          </Routes>
        </DeskShell>
      </ConfirmationProvider>
    </BrowserRouter>
  );
}
