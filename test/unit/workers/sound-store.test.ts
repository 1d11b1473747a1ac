import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWavHeader } from '../../../lambdas/platform/speech/sound-store.ts';
import { MEDIA } from '../../support/media/media-files.ts';

describe('reading sound', () => {
  it('finds the samples of a WAV file, and rejects others', () => {
    const file = readFileSync(join(MEDIA, 'jfk.wav'));
    const { dataAt, bytes, sampleRate } = readWavHeader(file.subarray(0, 4096), file.length);
    expect([sampleRate, file.toString('latin1', dataAt - 8, dataAt - 4), Math.round(bytes / 32_000)]).toEqual([
      16_000,
      'data',
      11,
    ]);
    expect(() => readWavHeader(Buffer.from('ID3 no sound at all'), 100)).toThrow('not a WAV file');
    expect(() => readWavHeader(file.subarray(0, 30), file.length)).toThrow('incomplete');
  });
});
