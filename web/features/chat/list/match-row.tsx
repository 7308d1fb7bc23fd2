import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listLikes } from '#contract/likes';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { useNameInText } from '../../../cards/name-in-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../ui/images/avatar.tsx';

/** So many matches are shown; the others stand in the list of matches. */
const SHOWN_MATCHES = 12;

/** The latest matches as a row of faces, each the way to the conversation. */
export function MatchRow() {
  const { t } = useTranslation(['chat', 'cards']);
  const nameInText = useNameInText();
  const { data } = useQuery({
    queryKey: [...queryKeys.likesOf('matches'), 'row'],
    queryFn: ({ signal }) => call(listLikes, { type: 'matches', limit: SHOWN_MATCHES }, { signal }),
  });
  const matches = data?.profiles.filter(({ is_gone: isGone }) => !isGone) ?? [];
  if (matches.length === 0) return null;
  return (
    <nav aria-label={t('chat:matches')}>
      <ul>
        {matches.map((profile) => (
          <li key={profile.id}>
            <Link to={`/members/${profile.id}/chat`}>
              <span className="visually-hidden">{t('cards:chat_with', { name: nameInText(profile) })}</span>
              <Avatar image={profile.main_image} name={profile.name} size={56} isOnline={profile.is_online} />
              <span className="truncate small" aria-hidden="true">
                {profile.name}
              </span>
              {profile.is_fictional && (
                <span aria-hidden="true">
                  <FictionalLabel />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
