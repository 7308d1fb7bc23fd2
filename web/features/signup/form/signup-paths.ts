import { useSearchParams } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/primitives';
import { safePath } from '../../../session/login-redirect.ts';
import { usePageParams } from '../../../ui/navigation/page-params.ts';

export interface Ways {
  /** The member whose page led here. */
  member: string | null;
  /** Where the sign-up leads in the end. */
  next: string;
  logIn: string;
}

/** Who led to the sign-up, and where it leads: back to them, unless the address says otherwise. */
export function useWays(): Ways {
  const [search] = useSearchParams();
  const { memberId } = usePageParams();
  const named = search.get('member');
  const member = memberId ?? (v.is(Id, named) ? named : null);
  const next = safePath(search.get('next')) ?? (member ? `/members/${member}` : '/members');
  return { member, next, logIn: `/login?${new URLSearchParams({ ...Object.fromEntries(search), next })}` };
}
