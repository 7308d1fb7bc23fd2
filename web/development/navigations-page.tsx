import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/account';
import type { PageName } from '#contract/pages/page-routes';
import { queryKeys } from '../api/query-keys.ts';
import { Rail, Tabs } from '../app/shell/rail.tsx';
import { SiteFoot } from '../app/shell/site-foot.tsx';
import { SiteHead } from '../app/shell/site-head.tsx';
import { TopNavigation } from '../app/shell/top-navigation.tsx';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import { Group } from './frame.tsx';
import { Sample } from './sample.tsx';
import { LONG_NAME, USER } from './sample-member.ts';
import '../app/shell/shell.css';
import '../app/shell/site-head.css';

/** The current page in the samples: each destination once, and none of them once (404). */
const PAGES: readonly (PageName | null)[] = ['home', 'members', 'likes', 'chats', 'notifications', 'profile', 'credits', null];
const BADGES = [0, 3, 120];

interface State {
  readonly name: string;
  readonly page: PageName | null;
  readonly user: User;
}

const withBadges = (count: number): User => ({ ...USER, badge: { unread_messages: count, new_likes: count, unseen_notifications: count } });
const userWithLongName: User = { ...withBadges(3), credits: 123_456, profile: { ...USER.profile, name: LONG_NAME, main_image: null } };
const STATES: readonly State[] = [
  ...BADGES.map((count) => ({ name: `${count} ${DEVELOPER_TEXTS.navigations.badges}`, page: 'members' as const, user: withBadges(count) })),
  ...PAGES.map((page) => ({ name: page ?? '404', page, user: withBadges(0) })),
  { name: DEVELOPER_TEXTS.navigations.longName, page: 'chats', user: userWithLongName },
];

interface ViewerProps {
  group?: string | undefined;
  name: string;
  user: User | null;
  children: ReactNode;
}

/** A sample with its own cache, in which `user` is signed in; null for a visitor. */
function SeenByUser({ group, name, user, children }: ViewerProps) {
  const [client] = useState(() => {
    const seeded = new QueryClient();
    seeded.setQueryData<User | null>(queryKeys.user, user);
    return seeded;
  });
  return (
    <QueryClientProvider client={client}>
      <Sample group={group} name={name}>
        {children}
      </Sample>
    </QueryClientProvider>
  );
}

function EachState({ group, children }: { group: string; children: (state: State) => ReactNode }) {
  return STATES.map((state) => (
    <SeenByUser key={state.name} group={group} name={state.name} user={state.user}>
      {children(state)}
    </SeenByUser>
  ));
}

/** Both navigations in every state, and header and footer of visitors. */
export function NavigationsPage() {
  const { top, tabs, rail, head, foot } = DEVELOPER_TEXTS.navigations;
  return (
    <>
      <Group title={top}>
        <div className="dev-wide">
          <EachState group={top}>{({ user, page }) => <TopNavigation user={user} page={page} />}</EachState>
        </div>
      </Group>
      <Group title={tabs}>
        <div className="dev-parts">
          <EachState group={tabs}>{({ page }) => <Tabs page={page} />}</EachState>
        </div>
      </Group>
      <div className="dev-rails">
        <Group title={rail}>
          <div className="dev-parts">
            <EachState group={rail}>{({ user, page }) => <Rail user={user} page={page} />}</EachState>
          </div>
        </Group>
      </div>
      <Group title={head}>
        <SeenByUser name={head} user={null}>
          <SiteHead />
        </SeenByUser>
      </Group>
      <Group title={foot}>
        <SeenByUser name={foot} user={null}>
          <SiteFoot />
        </SeenByUser>
      </Group>
    </>
  );
}
