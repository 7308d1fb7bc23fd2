import { addressesOf } from '#contract/landers';
import type { PageName } from '#contract/pages';
import type { Subject } from './subject.ts';
import type { Visit } from './visit.ts';

const LED = [
  'members-memberId-landing',
  'members-memberId-landing2-slug',
  'members-memberId-landing3-slug',
] as const satisfies readonly PageName[];

const NOBODY = 'x'.repeat(22);

/** The landers that lead with a member, every slug; and one of each with a fictional member, with nobody, and while they are awaited. */
export function everyLead({ memberId }: Visit): Subject[] {
  const isVisitor = true;
  return LED.flatMap((page) => {
    const all = addressesOf(page).map((path) => ({
      name: [page, ...(path.endsWith('landing') ? [] : path.split('/').slice(-1))].join('-'),
      path: path.replace(':memberId', memberId),
      isVisitor,
    }));
    const path = all[0]?.path ?? '';
    const fictional = (text: string) => text.replaceAll('"is_fictional":false', '"is_fictional":true');
    return [
      ...all,
      { name: `${page}-fictional`, path, isVisitor, changed: { 'profile.php': fictional } },
      { name: `${page}-nobody`, path: path.replace(memberId, NOBODY), isVisitor },
      { name: `${page}-awaited`, path, isVisitor, hanging: [['profile.php', 'GET']] as const },
    ];
  });
}
