import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../infra/local/clock.ts';
import {
  COMMON_ARGUMENTS,
  MAX_OUTPUT,
  MAX_PIXELS,
  MediaToolError,
  inputArguments,
  runConfined,
} from '../../../../infra/local/media/confined.ts';
import { ALLOWED_DEMUXERS, IMAGE_DEMUXERS, sniff } from '../../../../infra/local/media/sniff.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soundstage-confined-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, more: object = {}) =>
  runConfined({
    program: process.execPath,
    args: ['-e', script],
    folder,
    clock: systemClock,
    timeLimit: 20_000,
    signal: new AbortController().signal,
    hide: '/secret/place',
    ...more,
  });

describe('a media program', () => {
  it('gets its own folder, but no environment and no input', async () => {
    const seen = JSON.parse(
      await run(
        'const input = require("fs").fstatSync(0);' +
          'console.log(JSON.stringify([Object.keys(process.env), process.cwd(), input.isCharacterDevice()]))',
      ),
    ) as unknown;
    expect(seen).toEqual([expect.arrayContaining(['GCONV_PATH']), folder, true]);
    expect((seen as [string[]])[0].filter((name) => /AWS|PATH$|TOKEN|HOME/.test(name))).toEqual(['GCONV_PATH']);
  });

  it('is ended when it prints too much or runs too long', async () => {
    const mebibytes = (2 * MAX_OUTPUT) / 2 ** 20;
    const print = `for (let count = 0; count < ${mebibytes}; count += 1) process.stdout.write('x'.repeat(2 ** 20));`;
    await expect(run(print)).rejects.toThrow(new MediaToolError('The file has too much metadata'));
    await expect(run('setTimeout(() => undefined, 60_000)', { timeLimit: 200 })).rejects.toThrow(
      'The job exceeded its time limit',
    );
  });

  it('is ended when its folder exceeds the size limit', async () => {
    const grow = 'require("fs").writeFileSync("out", Buffer.alloc(4096)); setTimeout(() => undefined, 60_000)';
    await expect(run(grow, { sizeLimit: 4095 })).rejects.toThrow(
      new MediaToolError('The output exceeded its size limit'),
    );
  });

  it('reports errors without the path of the file', async () => {
    await expect(run('console.error("file:/secret/place: bad"); process.exit(1)')).rejects.toThrow(/^input: bad$/);
  });

  it('reads one local file with one allowed demuxer, within limits', () => {
    for (const demuxer of [...ALLOWED_DEMUXERS, ...IMAGE_DEMUXERS]) {
      const args = inputArguments('/data/a', { demuxer, format: undefined }, MAX_PIXELS);
      const value = (name: string): string | undefined => args[args.indexOf(name) + 1];
      expect([
        value('-protocol_whitelist'),
        value('-f'),
        value('-i'),
        value('-max_pixels'),
        value('-max_streams'),
      ]).toEqual(['file', demuxer, 'file:/data/a', String(MAX_PIXELS), '64']);
      expect(value('-format_whitelist')?.split(',')).toContain(demuxer);
    }
    expect(
      [...ALLOWED_DEMUXERS, ...IMAGE_DEMUXERS].filter((name) =>
        /hls|concat|dash|sdp|rtsp|image|tty|ass|srt|applehttp|lavfi/.test(name),
      ),
    ).toEqual([]);
    expect(COMMON_ARGUMENTS).toContain('-max_alloc');
    // MediaConvert reads no pictures.
    expect(sniff(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toBeUndefined();
    for (const file of ['a.mp4', '-i', 'http://127.0.0.1/a', 'concat:/etc/passwd'])
      expect(() => inputArguments(file, { demuxer: 'mov', format: 'mp4' }, MAX_PIXELS)).toThrow(RangeError);
    expect(() => inputArguments('/data/a', { demuxer: 'hls', format: undefined }, MAX_PIXELS)).toThrow(RangeError);
  });
});
