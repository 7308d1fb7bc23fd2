import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { CaseDecision, CaseDetails, CaseEvidence, CaseLine, CaseSourceEntry } from '#contract/operator/operated-cases';
import { inProject } from '../../paths.ts';
import { type PageAction, untilRefused } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

const NOW = Date.now();
const ago = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString();
const idOf = (letter: string): string => letter.repeat(22);
const OLGA = { id: idOf('A'), name: 'Olga' };
const [BRAM, ROSA, PIET, YARA] = [
  { id: idOf('B'), name: 'Bram' },
  { id: idOf('C'), name: 'Rosa' },
  { id: idOf('D'), name: 'Piet' },
  { id: idOf('E'), name: 'Yara-Louise van Amerongen' },
];
const THUMBHASHES = ['41kKFgKV1/mIeGeIV4eJeZaH56+ShAs=', '6zgKJgSkefe3aVeHeIV2iqhnB4GZEIg=', 'VSgKLgQJt3d3iDi4d3V5h4h3CISWgQg='];

const lineOf = (line: Partial<CaseLine>): CaseLine => ({
  ...{ number: '4K7TWQ9XHD', status: 'open', priority: 'usual', subject: 'member', member: BRAM, assignee: null, kinds: ['report'] },
  ...{ sources: 1, letters_left: 0, created_at: ago(3), closed_at: null },
  ...line,
});

const QUEUE = [
  lineOf({ number: '4K7TWQ9XHD', priority: 'danger', kinds: ['report', 'rule'], sources: 4, created_at: ago(30) }),
  lineOf({
    number: 'B2M6X0ZC8R',
    priority: 'danger',
    subject: 'photo',
    member: ROSA,
    kinds: ['held_photo'],
    assignee: PIET,
    created_at: ago(5),
  }),
  lineOf({
    number: 'T9E5H1JQ3W',
    priority: 'harm',
    subject: 'message',
    member: YARA,
    kinds: ['report', 'notice'],
    sources: 2,
    assignee: OLGA,
  }),
  lineOf({ number: 'P8N3V7D2KA', priority: 'usual', subject: 'decision', member: PIET, kinds: ['appeal'], created_at: ago(200) }),
  lineOf({
    number: 'Q6S1G4YB9F',
    status: 'decided',
    member: null,
    kinds: ['report'],
    assignee: OLGA,
    letters_left: 2,
    created_at: ago(50),
  }),
  lineOf({ number: '7C0R5XW8MZ', priority: 'later', subject: 'none', member: null, kinds: ['complaint'], created_at: ago(90) }),
];
const CLOSED = QUEUE.slice(0, 3).map((line) => ({ ...line, status: 'closed' as const, assignee: OLGA, closed_at: ago(1) }));

const EVIDENCE: CaseEvidence = {
  name: 'Bram',
  personal:
    'Captain of a container ship, widowed, with a daughter at boarding school. I love honesty, sunsets and people who reply quickly.',
  prompts: [{ id: 'ask_me', text: 'How to invest in gold. Ask me anything.' }],
  photos: [idOf('1'), idOf('2'), idOf('3')],
  messages: [
    {
      ...{ id: idOf('m'), is_of_member: true, text: 'My dear, my wallet was stolen in the harbour. Could you help me with 500 euros?' },
      ...{ created_at: ago(33), quote: null },
    },
    { id: idOf('n'), is_of_member: false, text: 'I have never met you.', created_at: ago(32), quote: null },
    {
      ...{ id: idOf('o'), is_of_member: true, text: 'I will pay it back on Friday, on my daughter’s life!' },
      ...{ created_at: ago(31), quote: { text: 'I have never met you.', photo: null, prompt: null, field: null } },
    },
  ],
  repeated: 0,
};

const sourceOf = (source: Partial<CaseSourceEntry>): CaseSourceEntry => ({
  ...{
    id: idOf('s'),
    kind: 'report',
    reason: 'scam',
    text: '',
    rule: null,
    where: null,
    number: null,
    reference: null,
    evidence: EVIDENCE,
    left_out: null,
  },
  ...{ from: { member: ROSA, name: null, email: 'rosa@example.org' }, created_at: ago(30), closed_at: null },
  ...source,
});

const SOURCES = [
  sourceOf({ text: 'He wants money from me, and he has asked my sister as well.' }),
  sourceOf({
    ...{
      id: idOf('t'),
      kind: 'rule',
      reason: null,
      rule: 'money_asked',
      text: 'Asked three members for money within a day',
      created_at: ago(28),
    },
    ...{ from: { member: null, name: null, email: null }, evidence: { ...EVIDENCE, messages: [] } },
  }),
  sourceOf({
    ...{
      id: idOf('u'),
      kind: 'notice',
      reason: 'fraud',
      number: 'N2F7K4D9QX',
      where: 'https://vonk.example/members/BBBBBB',
      created_at: ago(20),
    },
    ...{ text: 'The same photos stand on another site under another name.', evidence: { ...EVIDENCE, messages: [] } },
    from: { member: null, name: 'J. de Groot', email: 'jdegroot@example.net' },
  }),
];

const decisionOf = (decision: Partial<CaseDecision>): CaseDecision => ({
  ...{ id: idOf('d'), number: 'W5Z8A1TE6N', action: 'warn', ground: 'rule', code: 'spam', reply: null, target: null, until: null },
  facts: 'You sent the same advertisement to eleven people within an hour.',
  ...{ by: { kind: 'operator', name: 'Piet', rule: null }, decided_at: ago(900), ended_at: null },
  ...decision,
});

const looked = (id: string, at: string, detail: string | null = null) =>
  ({ id, act: 'looked', detail, assignee: null, at, by: { kind: 'operator', name: 'Olga', rule: null } }) as const;

const DETAILS: CaseDetails = {
  ...{ number: '4K7TWQ9XHD', status: 'open', priority: 'danger', subject: 'member', assignee: null, kinds: ['report', 'rule', 'notice'] },
  ...{
    letters_left: 0,
    created_at: ago(30),
    closed_at: null,
    is_mine: false,
    sources: SOURCES,
    sources_next: null,
    activity_next: null,
    decision: null,
    appealed: null,
    letters: [],
  },
  member: {
    ...{ ...BRAM, age: 47, gender: 'male', country: 'NL', status: 'active', is_paused: false, limited_until: null, is_fictional: false },
    ...{ signed_up_at: ago(700), texts: [{ part: 'personal', text: EVIDENCE.personal ?? '' }] },
  },
  photos: THUMBHASHES.map((thumbhash, i) => ({
    ...{
      id: idOf(String(i + 1)),
      state: i === 2 ? 'removed' : 'shown',
      is_subject: false,
      is_of_member: true,
      thumbhash,
      width: 640,
      height: 800,
    },
  })),
  earlier: [decisionOf({})],
  activity: [
    { ...looked(idOf('v'), ago(3)), act: 'assigned', assignee: OLGA, by: { kind: 'operator', name: 'Piet', rule: null } },
    looked(idOf('w'), ago(2)),
    looked(idOf('x'), ago(1), `photo:${idOf('1')}`),
    looked(idOf('y'), ago(0)),
  ],
  actions: ['dismiss', 'remove_photo', 'remove_text', 'warn', 'limit', 'pause', 'ban'],
  is_restorable: false,
};
const MINE: CaseDetails = { ...DETAILS, is_mine: true, assignee: OLGA };
const DECIDED: CaseDetails = {
  ...MINE,
  ...{
    status: 'decided',
    letters_left: 1,
    actions: [],
    is_restorable: true,
    member: DETAILS.member && { ...DETAILS.member, status: 'banned', texts: [] },
  },
  decision: decisionOf({
    ...{ number: DETAILS.number, action: 'ban', code: 'scam', facts: 'You asked three people for money within a day.' },
    ...{ reply: 'Thank you. Please send nobody money whom you have never met.', decided_at: ago(0.2) },
    by: { kind: 'operator', name: 'Olga', rule: null },
  }),
  letters: [
    { id: 'a', kind: 'statement', address: 'bram@example.org', state: 'given_up', tries: 20, accepted_at: null },
    { id: 'b', kind: 'outcome', address: 'rosa@example.org', state: 'accepted', tries: 1, accepted_at: ago(0.1) },
    { id: 'c', kind: 'outcome', address: 'jdegroot@example.net', state: 'waiting', tries: 3, accepted_at: null },
  ],
};
const APPEAL: CaseDetails = {
  ...MINE,
  ...{ number: 'P8N3V7D2KA', priority: 'usual', subject: 'decision', kinds: ['appeal'], photos: DETAILS.photos.slice(2), earlier: [] },
  sources: [
    sourceOf({
      ...{ kind: 'appeal', reason: 'decision', number: 'H3X9B6K1TM', reference: '4K7TW-Q9XHD', evidence: null, created_at: ago(4) },
      ...{
        text: 'That was my brother, who had my phone. I have changed my password.',
        from: { member: BRAM, name: null, email: 'bram@example.org' },
      },
    }),
  ],
  appealed: decisionOf({
    number: '4K7TWQ9XHD',
    action: 'remove_photo',
    code: 'nudity',
    facts: 'The photo shows more than our rules allow.',
  }),
  actions: ['dismiss', 'warn', 'limit', 'pause', 'ban', 'restore'],
};

const portrait = (): string =>
  `data:image/webp;base64,${readFileSync(inProject('assets/portraits/pool/p01-1-large.webp')).toString('base64')}`;

/** The answers of the calls for cases; `details` is the case that is open. */
const answersWith = (details: CaseDetails, cases: readonly CaseLine[] = QUEUE) => ({
  'cases.php': { cases, next: null },
  'case.php': details,
  'colleagues.php': {
    operators: [
      { ...OLGA, role: 'admin', is_self: true },
      { ...PIET, role: 'moderator', is_self: false },
    ],
  },
  'case-photo.php': { url: portrait(), width: 640, height: 800 },
});

const press =
  (name: string): PageAction =>
  (page) =>
    page.getByRole('button', { name }).first().click();

const choose = (name: string) => (page: Page) => page.getByRole('radio', { name }).check();

const showPhoto: PageAction = async (page) => {
  await press('Show photo 1')(page);
  await page.locator('.case-photo-button > img').waitFor();
  await page.locator('.case-photos').scrollIntoViewIfNeeded();
};

const writeLimit: PageAction = async (page) => {
  await choose('Limit')(page);
  await press('Look at it first')(page);
};

const previewBan: PageAction = async (page) => {
  await choose('Ban')(page);
  await page.getByLabel('Against what?').selectOption('rule:scam');
  await page.getByLabel('What did you find?').fill('You asked three people for money within a day.');
  await page.getByLabel('Words to those who reported').fill('Thank you. Please send nobody money whom you have never met.');
  await press('Look at it first')(page);
  await page.getByRole('alertdialog').waitFor();
};

const CASE = `/operator/cases/${DETAILS.number}`;

/** The cases of the operators' desk; `session` answers who is signed in. */
export const deskCaseScenarios = (session: Readonly<Record<string, unknown>>): Scenario[] =>
  [
    { name: 'desk-cases', path: '/operator/cases', answers: answersWith(DETAILS) },
    { name: 'desk-cases-dutch', path: '/operator/cases', answers: answersWith(DETAILS), locale: 'nl-NL' },
    { name: 'desk-cases-mine-none', path: '/operator/cases?list=mine', answers: answersWith(DETAILS, []) },
    { name: 'desk-cases-none', path: '/operator/cases', answers: { ...answersWith(DETAILS, []), 'waiting-cases.php': { count: 0 } } },
    { name: 'desk-cases-closed', path: '/operator/cases?list=closed', answers: answersWith(DETAILS, CLOSED) },
    { name: 'desk-cases-failed', path: '/operator/cases', refusedCalls: [['cases.php', 'GET']] as const, act: untilRefused },
    { name: 'desk-keyboard', path: '/operator/cases', answers: answersWith(DETAILS), act: (page: Page) => page.keyboard.press('?') },
    { name: 'desk-case', path: CASE, answers: answersWith(DETAILS) },
    { name: 'desk-case-dutch', path: CASE, answers: answersWith(MINE), locale: 'nl-NL', act: choose('Beperken') },
    { name: 'desk-case-photo', path: CASE, answers: answersWith(DETAILS), act: showPhoto },
    { name: 'desk-case-mine', path: CASE, answers: answersWith(MINE), act: writeLimit },
    { name: 'desk-case-preview', path: CASE, answers: answersWith(MINE), act: previewBan },
    { name: 'desk-case-assign', path: CASE, answers: answersWith(MINE), act: press('Give to somebody else') },
    { name: 'desk-case-decided', path: CASE, answers: answersWith(DECIDED) },
    { name: 'desk-case-appeal', path: '/operator/cases/P8N3V7D2KA', answers: answersWith(APPEAL), act: choose('Lift the decision') },
  ].map((subject) => ({ ...subject, isVisitor: true, answers: { ...session, ...subject.answers } }));
