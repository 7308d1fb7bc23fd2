import { describe, expect, it } from 'vitest';
import { MESSAGE_MAX } from '#contract/chat';
import { charactersLeft, lengthOf, textToSend } from '../../../../web/features/chat/composer/message-length.ts';
import { cpuMsOf } from '../../../support/timing/cpu-time.ts';

describe('a text in the composer', () => {
  it('counts characters as the server does', () => {
    expect(lengthOf('  👩‍🚀e\u0301  ')).toBe(4);
  });

  it('is counted within a second if somebody pastes 120,000 combining marks', () => {
    const count = () => expect(lengthOf(`Z${'\u0301\u0323'.repeat(60_000)}`)).toBe(120_001);
    expect(cpuMsOf(count)).toBeLessThan(1000);
  });

  it('is sent trimmed, and not at all when it is blank or too long', () => {
    expect(textToSend('  hello\n')).toBe('hello');
    expect(textToSend(' \n\t ')).toBeNull();
    expect(textToSend('\u200b\u2060 \u3164')).toBeNull();
    expect(textToSend('😀'.repeat(MESSAGE_MAX))).toHaveLength(MESSAGE_MAX * 2);
    expect(textToSend('x'.repeat(MESSAGE_MAX + 1))).toBeNull();
  });

  it('says how much room is left near the end only', () => {
    expect(charactersLeft('x'.repeat(100))).toBeNull();
    expect(charactersLeft('😀'.repeat(2500))).toBeNull();
    expect(charactersLeft('x'.repeat(MESSAGE_MAX - 10))).toBe(10);
    expect(charactersLeft('x'.repeat(MESSAGE_MAX + 3))).toBe(-3);
  });
});
