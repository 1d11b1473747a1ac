import { Chapters } from '../../../lambdas/contract/content/chapters.ts';
import { LanguageTag, MAX_CAPTION_BYTES } from '../../../lambdas/contract/content/captions.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { captionFile, captionTracks, withCaptions } from '../../../lambdas/domain/captions/captions.ts';
import { readVtt, VttError, writeVtt } from '../../../lambdas/domain/captions/vtt.ts';
import { assertWithin, chaptersWithin } from '../../../lambdas/domain/content/chapters.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { applyPatch } from '../../../lambdas/domain/content/edit.ts';
import { someContent } from '../../support/content.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const cueOf = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
const textOf = (text: string) => readVtt(cueOf(text))[0]?.text;
const errorOf = (file: string): string => {
  try {
    readVtt(file);
  } catch (error) {
    if (error instanceof VttError) return error.message;
    throw error;
  }
  return '';
};

/** How often patterns are matched during `work`. */
const matchesOf = (work: () => unknown): number => {
  const { exec } = RegExp.prototype;
  let count = 0;
  RegExp.prototype.exec = function (this: RegExp, text) {
    count += 1;
    return exec.call(this, text);
  };
  try {
    work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return count;
};

describe('a WebVTT file', () => {
  it('is parsed with hours, settings, names and any line breaks, and written in order of time', () => {
    const file = [
      '\ufeffWEBVTT - Rabbit\r\nKind: captions\r\n\r\nNOTE by me\r\nand you\r\n\r\n',
      'second\r\n01:00:01.500 --> 01:00:02.000 align:start region:r1 line:90%\r\nTwo\r\nlines\r\n\r\n',
      '00:01.000 --> 00:02.250\r\n<v Mara>Hello <b>you</b>\r\n',
    ].join('');
    expect(readVtt(file)).toEqual([
      { start: 1, end: 2.25, settings: '', text: '<v Mara>Hello <b>you</b>' },
      { start: 3601.5, end: 3602, settings: 'align:start line:90%', text: 'Two\nlines' },
    ]);
    const written = writeVtt(readVtt(file));
    expect(written).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.250\n<v Mara>Hello <b>you</b>\n\n' +
        '01:00:01.500 --> 01:00:02.000 align:start line:90%\nTwo\nlines\n',
    );
    expect(writeVtt(readVtt(written))).toBe(written);
  });

  it.each([
    ['', 'Line 1'],
    ['webvtt\n\n00:01.000 --> 00:02.000\nx', 'Line 1'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\nx', 'Line 1'],
    ['1\n00:00:01,000 --> 00:00:02,000\nsubrip', 'Line 1'],
    ['WEBVTT\n00:01.000 --> 00:02.000\nx', 'Line 2'],
    ['WEBVTT\n\n00:01,000 --> 00:02,000\nx', 'Line 3'],
    ['WEBVTT\n\nname\nno time\nx', 'Line 4'],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\nx', 'Line 3'],
    ['WEBVTT\n\n00:01.000 --> 00:01.000\nx', 'Line 3'],
    ['WEBVTT\n\n00:61.000 --> 00:62.000\nx', 'Line 3'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\nx\n00:03.000 --> 00:04.000\ny', 'Line 5'],
    ['WEBVTT', 'no captions'],
    ['WEBVTT\n\nSTYLE\n::cue { color: red }\n', 'no captions'],
    [cueOf('x'.repeat(2001)), '2000 characters'],
    [cueOf('a\0b'), 'UTF-8'],
    [cueOf('a\u0007b'), 'UTF-8'],
    [cueOf('caf\ufffd'), 'UTF-8'],
    [cueOf('\ud800'), 'UTF-8'],
    ['\ufffe' + [...cueOf('utf-16 read as bytes')].join('\0'), 'UTF-8'],
    [`WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(20_001)}`, '20000'],
  ])('is rejected with a reason when it is invalid: %#', (file, reason) => {
    expect(errorOf(file)).toContain(reason);
  });

  it.each([
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<b onclick="alert(1)">bold</b>', 'bold</b>'],
    ['<scr<b>ipt>alert(1)', '&lt;scr<b>ipt>alert(1)'],
    ['<c.red.bg_blue>color</c>', '<c.red.bg_blue>color</c>'],
    ['<font color="red">old</font>', 'old'],
    ['1 < 2 and 3 > 2', '1 &lt; 2 and 3 > 2'],
    [
      '<lang en-GB>color</lang> <ruby>漢<rt>kan</rt></ruby> <00:01.500>later',
      '<lang en-GB>color</lang> <ruby>漢<rt>kan</rt></ruby> <00:01.500>later',
    ],
    ['&lt;script&gt; is text', '&lt;script&gt; is text'],
    ['<v "><script>alert(1)</script>', '<v ">alert(1)'],
    ['🐇 ‏שלום', '🐇 ‏שלום'],
  ])('keeps only the tags of the format: %s', (text, clean) => {
    if (clean === '') expect(errorOf(cueOf(text))).toContain('no captions');
    else expect(textOf(text)).toBe(clean);
  });

  it('loses its styles and regions, so that it cannot change the page', () => {
    const head = 'WEBVTT\n\nSTYLE\n::cue { background: url(https://example.org/x) }\n\nREGION\nid:r1\nwidth:100%\n\n';
    expect(captionFile(head + cueOf('x').slice(8))).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nx\n');
  });

  it('is parsed with pattern matches in proportion to its length', () => {
    // The bench measures the time.
    for (const [most, text] of [
      [2000, '<'],
      [600, '<v '],
      [600, '<c.'],
      [2000, '&'],
      [2000, '-'],
    ] as const) {
      expect(textOf(text.repeat(most))).toBeDefined();
      const [half, whole] = [most / 2, most].map((count) => matchesOf(() => textOf(text.repeat(count))));
      expect(whole).toBeLessThanOrEqual(2 * (half ?? 0));
    }
    for (const [start, text, end] of [
      ['', '00:01.000 ', ''],
      ['00:01.000 --> 00:02.000 ', 'line:1% ', '\nx'],
    ] as const) {
      const [half, whole] = [5_000, 10_000].map((count) =>
        matchesOf(() => errorOf(`WEBVTT\n\n${start}${text.repeat(count)}${end}`)),
      );
      expect(whole).toBeLessThanOrEqual(2 * (half ?? 0));
    }
  });

  it('can be up to 1 MiB', () => {
    const cues = (count: number) =>
      `WEBVTT\n\n${Array.from({ length: count }, () => `00:01.000 --> 00:02.000\n${'ü'.repeat(1000)}\n`).join('\n')}`;
    expect(captionFile(cues(500)).length).toBeLessThan(MAX_CAPTION_BYTES);
    expect(() => captionFile(cues(540))).toThrow(AppError);
    expect(() => captionFile('nonsense')).toThrow(
      expect.objectContaining({ code: 'validation_failed', detail: expect.stringContaining('Line 1') }),
    );
  });
});

describe('the captions of a content item', () => {
  it('are limited to one per language and 20 in total, in order of label', () => {
    const one = { id: '01', language: 'en', label: 'English' };
    const both = withCaptions([one], { id: '02', language: 'de', label: 'Deutsch' });
    expect(both.map(({ id }) => id)).toEqual(['02', '01']);
    expect(withCaptions(both, { id: '03', language: 'en', label: 'English' }).map(({ id }) => id)).toEqual([
      '02',
      '03',
    ]);
    const full = Array.from({ length: 20 }, (_, index) => ({
      id: String(index),
      language: `a${String.fromCharCode(97 + index)}`,
      label: String(index),
    }));
    expect(() => withCaptions(full, one)).toThrow(expect.objectContaining({ code: 'limit_reached' }));
    expect(withCaptions(full, { id: 'x', language: 'aa', label: 'again' })).toHaveLength(20);
    expect(captionTracks('cnt_1', [one])).toEqual([
      { language: 'en', label: 'English', url: '/media/captions/cnt_1/01.vtt' },
    ]);
  });

  it.each([
    ['en', true],
    ['pt-BR', true],
    ['zh-Hant', true],
    ['sr-Latn-RS', true],
    ['es-419', true],
    ['EN', false],
    ['en_GB', false],
    ['english', false],
    ['e', false],
    ['en-', false],
    ['../x', false],
  ])('require a canonical language tag: %s', (tag, isValid) =>
    expect(LanguageTag.safeParse(tag).success).toBe(isValid),
  );
});

describe('chapters', () => {
  it.each([
    [
      'in order',
      [
        { start: 0, title: 'A' },
        { start: 10.5, title: 'B' },
      ],
      true,
    ],
    ['none', [], true],
    [
      'out of order',
      [
        { start: 10, title: 'A' },
        { start: 5, title: 'B' },
      ],
      false,
    ],
    [
      'two at one time',
      [
        { start: 5, title: 'A' },
        { start: 5, title: 'B' },
      ],
      false,
    ],
    ['before the start', [{ start: -1, title: 'A' }], false],
    ['without a title', [{ start: 0, title: ' ' }], false],
    ['with a long title', [{ start: 0, title: 'x'.repeat(101) }], false],
    ['with an unknown field', [{ start: 0, title: 'A', url: 'x' }], false],
    ['without a time', [{ start: Number.NaN, title: 'A' }], false],
    ['101 of them', Array.from({ length: 101 }, (_, start) => ({ start, title: 'A' })), false],
  ])('%s', (_, chapters, isValid) => expect(Chapters.safeParse(chapters).success).toBe(isValid));

  it('must start before the end of the item, if the duration is known', () => {
    expect(() => assertWithin([{ start: 59, title: 'A' }], 60)).not.toThrow();
    expect(() => assertWithin([{ start: 60, title: 'Late' }], 60)).toThrow(
      expect.objectContaining({ code: 'validation_failed', detail: expect.stringContaining('"Late"') }),
    );
    expect(() => assertWithin([{ start: 6000, title: 'A' }], null)).not.toThrow();
  });

  it('can be edited, and are shown only up to the end of a shorter replacement file', () => {
    const content = someContent({ duration: 60 });
    const chapters = [
      { start: 0, title: 'A' },
      { start: 30, title: 'B' },
    ];
    expect(applyPatch(content, { revision: 1, chapters }, undefined, NOW, initialSettings)).toMatchObject({
      chapters,
      revision: 2,
    });
    expect(() =>
      applyPatch(content, { revision: 1, chapters: [{ start: 61, title: 'A' }] }, undefined, NOW, initialSettings),
    ).toThrow(AppError);
    expect(chaptersWithin(chapters, 20)).toEqual([{ start: 0, title: 'A' }]);
    expect(chaptersWithin(undefined, 20)).toEqual([]);
  });
});
