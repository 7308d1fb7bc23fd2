import { describe, expect, test } from 'vitest';
import { CASE_ACTIONS } from '#contract/cases';
import type { CaseDetails, CasePhoto, CaseSourceEntry } from '#contract/operator/operated-cases';
import {
  type DecisionDraft,
  decisionInput,
  emptyDraft,
  faultsOf,
  fittingDraft,
  GROUND_VALUES,
  groundOf,
  removablePhotos,
} from '../../../../web/desk/cases/decision-draft.ts';

const AT = '2026-11-28T09:12:00.000Z';

const aSource = (kind: CaseSourceEntry['kind'], email: string | null = 'rosa@example.org'): CaseSourceEntry => ({
  ...{ id: kind, kind, reason: null, text: '', from: { member: null, name: null, email }, rule: null, where: null },
  ...{ number: null, reference: null, evidence: null, left_out: null, created_at: AT, closed_at: null },
});

const aPhoto = (id: string, traits: Partial<CasePhoto> = {}): CasePhoto => ({
  ...{ id, state: 'shown', is_subject: false, is_of_member: true, thumbhash: null, width: null, height: null },
  ...traits,
});

const details = (traits: Partial<CaseDetails> = {}): CaseDetails => ({
  ...{ number: 'ABCDEFGHJK', status: 'open', priority: 'usual', subject: 'member', assignee: null, kinds: ['report'] },
  ...{ letters_left: 0, created_at: AT, closed_at: null, is_mine: true, sources: [aSource('report')], photos: [], decision: null },
  ...{ sources_next: null, activity_next: null },
  ...{ appealed: null, earlier: [], letters: [], activity: [], actions: [...CASE_ACTIONS], is_restorable: false },
  member: {
    ...{ id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Bas', age: 30, gender: 'male', country: 'NL', status: 'active', is_paused: false },
    ...{ limited_until: null, is_fictional: false, signed_up_at: AT, texts: [{ part: 'personal', text: 'Hello' }] },
  },
  ...traits,
});

const draft = (traits: Partial<DecisionDraft> = {}): DecisionDraft => ({ ...emptyDraft({ photos: [] }), ...traits });
const FULL = { ground: 'rule:scam', facts: 'Asked for money', reply: 'Thank you', days: 7, photo: 'a', text: 'personal' } as const;

describe('what is missing in a decision', () => {
  test.each<[string, Partial<DecisionDraft>, Partial<CaseDetails>, Record<string, string>]>([
    ['nothing is chosen', {}, {}, { action: 'required' }],
    ['a warning', { action: 'warn' }, {}, { ground: 'required', facts: 'required' }],
    ['a warning with blank facts', { action: 'warn', ground: 'law:fraud', facts: ' \n' }, {}, { facts: 'required' }],
    ['a photo', { ...FULL, action: 'remove_photo', photo: null }, {}, { photo: 'required' }],
    ['a text', { ...FULL, action: 'remove_text', text: null }, {}, { text: 'required' }],
    ['a limit without end', { ...FULL, action: 'limit', days: null }, {}, { days: 'required' }],
    ['a pause without end', { ...FULL, action: 'pause', days: null }, {}, {}],
    ['a dismissal', { action: 'dismiss' }, {}, {}],
    [
      'a dismissal of an appeal',
      { action: 'dismiss' },
      { subject: 'decision', kinds: ['appeal'], sources: [aSource('appeal')] },
      { facts: 'required' },
    ],
    [
      'a restoration',
      { action: 'restore' },
      { subject: 'decision', kinds: ['appeal'], sources: [aSource('appeal')] },
      { facts: 'required' },
    ],
    [
      'a complaint',
      { action: 'dismiss' },
      { subject: 'none', kinds: ['complaint'], sources: [aSource('complaint')] },
      { reply: 'required' },
    ],
    ['a complaint, in silence', { action: 'dismiss', isSilent: true }, { kinds: ['complaint'], sources: [aSource('complaint')] }, {}],
  ])('%s', (_, typed, traits, faults) => expect(faultsOf(draft(typed), details(traits))).toEqual(faults));

  test('nothing, once all fields are filled in', () => {
    for (const action of CASE_ACTIONS) expect(faultsOf(draft({ ...FULL, action }), details())).toEqual({});
  });
});

describe('what is sent for a decision', () => {
  const ground = { kind: 'rule', code: 'scam' };
  const texts = { facts: 'Asked for money', reply: 'Thank you' };
  test.each([
    ['dismiss', { reply: 'Thank you', has_letters: true }],
    ['warn', { ground, ...texts }],
    ['limit', { ground, ...texts, days: 7 }],
    ['pause', { ground, ...texts, days: 7 }],
    ['ban', { ground, ...texts }],
    ['remove_photo', { ground, ...texts, photo: 'a' }],
    ['remove_text', { ground, ...texts, text: 'personal', seen_text: 'Hello' }],
    ['restore', { reply: 'Thank you' }],
  ] as const)('%s has its own fields alone', (action, fields) =>
    expect(decisionInput(draft({ ...FULL, action }), action, details())).toEqual({ number: 'ABCDEFGHJK', action, ...fields }),
  );

  test('an answer to an appeal has facts, and no words to others', () => {
    const appeal = details({ subject: 'decision', kinds: ['appeal'], sources: [aSource('appeal')] });
    const sent = decisionInput(draft({ ...FULL, action: 'restore' }), 'restore', appeal);
    expect(sent).toEqual({ number: 'ABCDEFGHJK', action: 'restore', facts: 'Asked for money' });
  });

  test('nobody is told in silence, nor where nobody can be told', () => {
    const silent = decisionInput(draft({ ...FULL, action: 'dismiss', isSilent: true }), 'dismiss', details());
    expect(silent).toEqual({ number: 'ABCDEFGHJK', action: 'dismiss', has_letters: false });
    const anonymous = details({ sources: [aSource('notice', null), aSource('rule')] });
    expect(decisionInput(draft({ ...FULL, action: 'warn' }), 'warn', anonymous)).not.toHaveProperty('reply');
  });

  test('a held photo is shown by a dismissal, blurred if that was chosen', () => {
    const held = details({ photos: [aPhoto('a', { state: 'held', is_subject: true })] });
    expect(decisionInput(draft({ action: 'dismiss', isBlurred: true }), 'dismiss', held)).toMatchObject({ is_blurred: true });
    expect(decisionInput(draft({ ...FULL, action: 'warn', isBlurred: true }), 'warn', held)).not.toHaveProperty('is_blurred');
  });
});

test('what the case does not offer any more is left out of a draft', () => {
  const typed = draft({ ...FULL, action: 'remove_photo' });
  const offered = details({ photos: [aPhoto('a')] });
  expect(fittingDraft(typed, offered)).toEqual(typed);
  expect(fittingDraft(typed, details({ photos: [aPhoto('a', { state: 'gone' })] }))).toEqual({ ...typed, photo: null });
  expect(fittingDraft(typed, { ...offered, actions: ['dismiss'] })).toEqual({ ...typed, action: null });
  expect(fittingDraft(typed, { ...offered, member: null })).toEqual({ ...typed, text: null });
});

describe('the photo of a new draft', () => {
  test.each([
    [[aPhoto('a'), aPhoto('b', { is_subject: true })], 'b'],
    [[aPhoto('a')], 'a'],
    [[aPhoto('a'), aPhoto('b')], null],
    [[aPhoto('a', { is_of_member: false })], null],
    [[aPhoto('a', { state: 'gone', is_subject: true })], null],
  ])('of %j is %s', (photos, photo) => expect(emptyDraft({ photos }).photo).toBe(photo));

  test('is none of another member and none that nobody sees', () => {
    const photos = [aPhoto('a'), aPhoto('b', { state: 'held' }), aPhoto('c', { state: 'removed' }), aPhoto('d', { is_of_member: false })];
    expect(removablePhotos(photos).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

test('each ground is a rule or a law with its code', () => {
  for (const kind of ['rule', 'law'] as const)
    for (const value of GROUND_VALUES[kind]) expect(groundOf(value)).toEqual({ kind, code: value.slice(kind.length + 1) });
});
