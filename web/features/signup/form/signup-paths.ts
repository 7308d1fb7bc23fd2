import { useSearchParams } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/primitives';
import { safePath } from '../../../session/login-redirect.ts';
import { usePageParams } from '../../../ui/navigation/page-params.ts';

export interface SignUpPaths {
  /** The member whose page led here. */
  member: string | null;
  /** The path on which the sign-up ends. */
  nextPath: string;
  logInPath: string;
}

/** Reads from the address who led to the sign-up and where it ends: at `next`, else on that member's page, else at `/members`. */
export function useSignUpPaths(): SignUpPaths {
  const [search] = useSearchParams();
  const { memberId } = usePageParams();
  const named = search.get('member');
  const member = memberId ?? (v.is(Id, named) ? named : null);
  const next = safePath(search.get('next')) ?? (member ? `/members/${member}` : '/members');
  return { member, nextPath: next, logInPath: `/login?${new URLSearchParams({ ...Object.fromEntries(search), next })}` };
}
