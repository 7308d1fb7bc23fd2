import { addressesOf } from '#contract/pages/landers';
import { FEATURED_MEMBER_SHELLS } from '#contract/pages/prerendered-shells';
import type { DemoSession } from '../demo-session.ts';
import type { Scenario } from '../scenario.ts';

const NOBODY = 'x'.repeat(22);

/**
 * The member landing pages with every slug, and one of each with a fictional profile, with a member that does not exist, and while the
 * member is loading.
 */
export function memberLandingScenarios({ memberId }: DemoSession): Scenario[] {
  const isVisitor = true;
  return FEATURED_MEMBER_SHELLS.flatMap((page): Scenario[] => {
    const all = addressesOf(page).map((path) => ({
      name: [page, ...(path.endsWith('landing') ? [] : path.split('/').slice(-1))].join('-'),
      path: path.replace(':memberId', memberId),
      isVisitor,
    }));
    const path = all[0]?.path ?? '';
    const fictional = (text: string) => text.replaceAll('"is_fictional":false', '"is_fictional":true');
    return [
      ...all,
      { name: `${page}-fictional`, path, isVisitor, changeDocument: fictional },
      { name: `${page}-nobody`, path: path.replace(memberId, NOBODY), isVisitor },
      { name: `${page}-awaited`, path, isVisitor, hangingCalls: [['profile.php', 'GET']] as const },
    ];
  });
}
