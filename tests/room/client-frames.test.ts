import { describe, expect, it } from 'vitest';
import { countFrame, parseFrame } from '#room/client-frames';

const CONVERSATION = 'conversation-of-two-01';
const device = { member: 'me', session: 'session-1', heardAt: 0, frames: 0, isSeen: true, viewing: null };

describe('a frame from a device', () => {
  it.each([
    { type: 'typing', typing_pass: 'sealed' },
    { type: 'viewing', conversation: CONVERSATION },
    { type: 'viewing', conversation: null },
  ])('is parsed: %j', (frame) => {
    expect(parseFrame(JSON.stringify(frame))).toEqual(frame);
  });

  it.each([
    ['no JSON', '{', 1007],
    ['an unknown type', '{"type":"message.sent"}', 1008],
    ['a wrong field', '{"type":"viewing","conversation":7}', 1008],
    ['a pass of excessive length', JSON.stringify({ type: 'typing', typing_pass: 'x'.repeat(1001) }), 1008],
    ['more than 4 KB of letters', 'x'.repeat(4097), 1009],
    ['more than 4 KB in bytes alone', '🦊'.repeat(1025), 1009],
    ['bytes', new ArrayBuffer(2), 1003],
  ])('closes its socket: %s', (_, message, code) => {
    expect(parseFrame(message)).toMatchObject({ code });
  });
});

describe('frames of one socket', () => {
  const counting = (frames: number, every: number) => {
    let counted: ReturnType<typeof countFrame> = device;
    for (let number = 0; number < frames && !('code' in counted); number += 1) counted = countFrame(counted, 5000 + number * every);
    return counted;
  };

  it('may be twenty in a second and not more', () => {
    expect(counting(20, 10)).toMatchObject({ frames: 20 });
    expect(counting(21, 10)).toMatchObject({ code: 1008 });
  });

  it('are not limited in number below that rate', () => {
    expect(counting(500, 51)).not.toHaveProperty('code');
  });
});
