import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { useScreenNavigate } from '../navigation/screen-navigate.ts';

interface MailedLink {
  readonly kind: string;
  readonly token: string;
}

const State = v.object({ outcome: v.string() });
/** By page. The session that ends meanwhile draws the page anew, which must not lose what it came with. */
const held = new Map<string, MailedLink>();

function linkAt(pathname: string, search: string, kinds: readonly string[]): MailedLink | null {
  const query = new URLSearchParams(search);
  const kind = kinds.find((one) => query.get(one));
  if (kind) held.set(pathname, { kind, token: query.get(kind) ?? '' });
  return held.get(pathname) ?? null;
}

/**
 * What the link of a letter carries. It leaves the address at once, so that no history, no Referer and no screen shows it, and
 * stays in memory until it is settled; what it came to is kept with the place in the history.
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

  const said = v.is(State, state) ? state.outcome : null;
  const settle = (outcome: Outcome) => {
    held.delete(pathname);
    void settleHere(pathname, { replace: true, state: { outcome } });
  };
  return {
    kind: kinds.find((one) => one === link?.kind) ?? null,
    token: link?.token ?? '',
    outcome: outcomes.find((one) => one === said) ?? null,
    settle,
    drop: () => held.delete(pathname),
  };
}
