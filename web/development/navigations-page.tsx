import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/account';
import type { PageName } from '#contract/pages';
import { Rail, Tabs } from '../app/rail.tsx';
import { SiteFoot } from '../app/site-foot.tsx';
import { SiteHead } from '../app/site-head.tsx';
import { TopNavigation } from '../app/top-navigation.tsx';
import { keys } from '../session/keys.ts';
import { Group } from './frame.tsx';
import { LONG_NAME, USER } from './sample-member.ts';
import { WORDS } from './words.ts';
import '../app/shell.css';
import '../app/site-head.css';

/** Each destination is the current page once, and none of them once. */
const PAGES: readonly (PageName | null)[] = ['home', 'members', 'likes', 'chats', 'notifications', 'profile', 'credits', null];
const BADGES = [0, 3, 120];

interface State {
  readonly name: string;
  readonly page: PageName | null;
  readonly user: User;
}

const withBadges = (count: number): User => ({ ...USER, badge: { unread_messages: count, new_likes: count } });
const named: User = { ...withBadges(3), credits: 123_456, profile: { ...USER.profile, name: LONG_NAME, main_image: null } };
const STATES: readonly State[] = [
  ...BADGES.map((count) => ({ name: `${count} ${WORDS.navigations.badges}`, page: 'members' as const, user: withBadges(count) })),
  ...PAGES.map((page) => ({ name: page ?? '404', page, user: withBadges(0) })),
  { name: WORDS.navigations.longName, page: 'chats', user: named },
];

/** A part as this member sees it, or as a visitor does. */
function Sample({ name, user, children }: { name: string; user: User | null; children: ReactNode }) {
  const [client] = useState(() => {
    const own = new QueryClient();
    own.setQueryData<User | null>(keys.user, user);
    return own;
  });
  return (
    <QueryClientProvider client={client}>
      <figure className="dev-sample">
        <figcaption className="small soft">{name}</figcaption>
        {children}
      </figure>
    </QueryClientProvider>
  );
}

function EachState({ children }: { children: (state: State) => ReactNode }) {
  return STATES.map((state) => (
    <Sample key={state.name} name={state.name} user={state.user}>
      {children(state)}
    </Sample>
  ));
}

/** Both navigations in every state they can be in, and what visitors have in their place. */
export function NavigationsPage() {
  const { top, tabs, rail, head, foot } = WORDS.navigations;
  return (
    <>
      <Group title={top}>
        <div className="dev-wide">
          <EachState>{({ user, page }) => <TopNavigation user={user} page={page} />}</EachState>
        </div>
      </Group>
      <Group title={tabs}>
        <div className="dev-parts">
          <EachState>{({ page }) => <Tabs page={page} />}</EachState>
        </div>
      </Group>
      <div className="dev-rails">
        <Group title={rail}>
          <div className="dev-parts">
            <EachState>{({ user, page }) => <Rail user={user} page={page} />}</EachState>
          </div>
        </Group>
      </div>
      <Group title={head}>
        <Sample name={head} user={null}>
          <SiteHead />
        </Sample>
      </Group>
      <Group title={foot}>
        <Sample name={foot} user={null}>
          <SiteFoot />
        </Sample>
      </Group>
    </>
  );
}
