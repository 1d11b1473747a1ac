import { joinSegments, splitSegment } from '../../../../lambdas/domain/transcripts/divide.ts';
import type { StoredSegment } from '../../../../lambdas/domain/transcripts/stored.ts';
import { createRandom } from '../../../support/random.ts';

const at = (id: string, start: number, text: string, more: Partial<StoredSegment> = {}): StoredSegment => ({
  content_id: 'cnt_1',
  set: 'a',
  id,
  start_ms: start,
  end_ms: start + 2000,
  text,
  version: 0,
  removed: false,
  edited_at: null,
  edited_by: null,
  ...more,
});
const first = at('s00001', 0, 'Ask not what', { words: [0, 500, 1200] });
const second = at('s00002', 2000, 'your country', { words: [2000, 2600] });
const third = at('s00003', 4000, 'can do.');
const all = [first, second, third];
const rejection = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return String((error as { detail?: string }).detail);
  }
  return 'nothing was rejected';
};

describe('splitting a segment', () => {
  it('keeps the first part with its versions, and makes a new segment after it', () => {
    const [kept, added] = splitSegment(all, first, { at: 7, at_ms: 1200 });
    expect(kept).toMatchObject({ id: 's00001', version: 1, text: 'Ask not', end_ms: 1200, words: [0, 500] });
    expect(added).toMatchObject({ version: 1, text: 'what', start_ms: 1200, end_ms: 2000, words: [1200] });
    expect([kept.id, added.id, second.id]).toEqual([kept.id, added.id, second.id].toSorted());
  });

  it('keeps the order of ids in any sequence of splits', () => {
    const random = createRandom(5);
    let segments: readonly StoredSegment[] = [at('s00001', 0, 'word '.repeat(90), { end_ms: 80_000_000 }), third];
    for (let round = 0; round < 200; round += 1) {
      const index = random() < 0.5 ? 0 : Math.floor(random() * (segments.length - 1));
      const segment = segments[index]!;
      const spaces = [...segment.text.trim().matchAll(/ /g)].map((match) => match.index);
      if (spaces.length === 0) continue;
      const middle = (segment.start_ms + segment.end_ms) / 2;
      const space = spaces[Math.floor(random() * spaces.length)] ?? 0;
      const parts = splitSegment(segments, segment, { at: space, at_ms: middle });
      segments = segments.toSpliced(index, 1, ...parts);
    }
    const ids = segments.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) expect(id).toMatch(/^s\d{5}[0-9A-Za-z]{0,32}$/);
  });

  it.each([
    [{ at: 12, at_ms: 1000 }, 'The segment at 0:00.000 (“Ask not what”) can be split only between two of its words.'],
    [{ at: 4, at_ms: 0 }, 'The segment at 0:00.000 (“Ask not what”) can be split between 0:00.100 and 0:01.900.'],
    [{ at: 4, at_ms: 1950 }, 'The segment at 0:00.000 (“Ask not what”) can be split between 0:00.100 and 0:01.900.'],
  ])('rejects %j and names the segment', (split, message) => {
    expect(rejection(() => splitSegment(all, first, split))).toBe(message);
  });

  it('rejects a segment that is removed or too short', () => {
    const split = { at: 4, at_ms: 100 };
    expect(rejection(() => splitSegment(all, { ...first, removed: true }, split))).toMatch(/ is removed\. /);
    expect(rejection(() => splitSegment(all, { ...first, end_ms: 150 }, split))).toMatch(
      / is too short to be split\.$/,
    );
  });
});

describe('joining segments', () => {
  it('extends the first over the next one that is shown, which is removed', () => {
    const hidden = { ...second, removed: true };
    const { next, joined, removed } = joinSegments([first, hidden, third], first, 'en-US');
    expect(next).toBe(third);
    expect(joined).toMatchObject({ id: 's00001', version: 1, text: 'Ask not what can do.', start_ms: 0, end_ms: 6000 });
    expect(joined.words).toBeUndefined();
    expect(removed).toEqual({ ...third, removed: true, version: 1 });
    expect(joinSegments(all, first, 'en-US').joined.words).toEqual([0, 500, 1200, 2000, 2600]);
  });

  it('adds no space in languages that have none', () => {
    expect(
      joinSegments([at('s00001', 0, 'こん'), at('s00002', 2000, 'にちは')], at('s00001', 0, 'こん'), 'ja-JP').joined
        .text,
    ).toBe('こんにちは');
  });

  it('is rejected without a next segment, or when both are too long', () => {
    expect(rejection(() => joinSegments(all, third, 'en'))).toBe('No segment follows the one at 0:04.000 (“can do.”).');
    const long = { ...first, text: 'a'.repeat(490) };
    expect(rejection(() => joinSegments([long, second, third], long, 'en'))).toMatch(/ longer than 500 characters\.$/);
  });
});
