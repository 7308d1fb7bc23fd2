import { Navigate, useLocation } from 'react-router';
import { loginPath } from '../../session/next-path.ts';
import { isStillSigningUp } from '../../session/signing-up.ts';
import { useUser } from '../../session/user.ts';

/** A sign-up that was left half way goes on where it stopped; who is through goes to the members. */
export function Screen() {
  const user = useUser();
  const location = useLocation();
  if (!user) return <Navigate to={loginPath(location)} replace />;
  return <Navigate to={isStillSigningUp(user) ? { pathname: '/signup', search: location.search } : '/members'} replace />;
}
