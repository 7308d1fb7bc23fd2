import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { useScreenNavigate } from '../navigation/screen-navigate.ts';

interface MailedLink {
  readonly kind: string;
  readonly token: string;
}

const OutcomeState = v.object({ outcome: v.string() });
/** The link of each page, by path. When a session ends, the page is mounted again and must not lose its token. */
const linksByPath = new Map<string, MailedLink>();

/** Reads the link from the address and stores it; without one in the address, returns the stored one. */
function linkAt(pathname: string, search: string, kinds: readonly string[]): MailedLink | null {
  const query = new URLSearchParams(search);
  const kind = kinds.find((name) => query.get(name));
  if (kind) linksByPath.set(pathname, { kind, token: query.get(kind) ?? '' });
  return linksByPath.get(pathname) ?? null;
}

/**
 * Kind and token of a mailed link, and its outcome once `settle` was called. The token is removed from the address at once, so that no
 * history, Referer or screen shows it, and stays in memory until `settle` or `drop`. The outcome is stored in the history entry.
 */
export function useMailedLink<const Kind extends string, const Outcome extends string>(
  kinds: readonly Kind[],
  outcomes: readonly Outcome[],
) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const settleHere = useScreenNavigate();
  const [link] = useState(() => linkAt(pathname, search, kinds));
  useLayoutEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [pathname, search, navigate]);

  const storedOutcome = v.is(OutcomeState, state) ? state.outcome : null;
  const settle = (outcome: Outcome) => {
    linksByPath.delete(pathname);
    void settleHere(pathname, { replace: true, state: { outcome } });
  };
  return {
    kind: kinds.find((name) => name === link?.kind) ?? null,
    token: link?.token ?? '',
    outcome: outcomes.find((name) => name === storedOutcome) ?? null,
    settle,
    drop: () => linksByPath.delete(pathname),
  };
}
