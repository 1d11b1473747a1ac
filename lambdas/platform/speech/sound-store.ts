import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { SoundStore } from '../../domain/analysis/sound-store.ts';
import { isAbsent } from '../storage/absent-object.ts';

/** Bytes that contain the header of a WAV file. */
const HEADER_BYTES = 4096;
const BYTES_PER_SAMPLE = 2;

/** The samples of a WAV file. */
interface Wav {
  readonly dataAt: number;
  readonly bytes: number;
  readonly sampleRate: number;
}

/** Reads the header of a WAV file with one channel of 16 bits. `size` is that of the file. @throws Error otherwise */
export const readWavHeader = (header: Buffer, size: number): Wav => {
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('The sound is not a WAV file');
  let sampleRate: number | undefined;
  for (let at = 12; at + 8 <= header.length;) {
    const [name, length] = [header.toString('latin1', at, at + 4), header.readUInt32LE(at + 4)];
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= header.length) {
      if (header.readUInt16LE(start + 2) !== 1 || header.readUInt16LE(start + 14) !== 8 * BYTES_PER_SAMPLE)
        throw new Error('The sound does not have one channel of 16 bits');
      sampleRate = header.readUInt32LE(start + 4);
    }
    // Programs that write to a stream do not know the length of the data in advance.
    if (name === 'data' && sampleRate !== undefined)
      return { dataAt: start, bytes: Math.min(length, size - start), sampleRate };
    at = start + length + (length % 2);
  }
  throw new Error('The header of the sound is incomplete');
};

/** The sounds and results in a bucket. */
export const createSoundStore = (client: Pick<S3Client, 'send'>, bucket: string): SoundStore => {
  const readRange = async (key: string, from: number, to: number) => {
    const { Body, ContentRange } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${from}-${to - 1}` }),
    );
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    return { bytes, size: Number(ContentRange?.split('/')[1] ?? bytes.length) };
  };
  return {
    async open(key) {
      try {
        const { bytes, size } = await readRange(key, 0, HEADER_BYTES);
        const wav = readWavHeader(bytes, size);
        const offsetOf = (ms: number): number =>
          Math.min(Math.floor((ms * wav.sampleRate) / 1000) * BYTES_PER_SAMPLE, wav.bytes);
        return {
          durationMs: Math.floor((wav.bytes * 1000) / (wav.sampleRate * BYTES_PER_SAMPLE)),
          async read(fromMs, toMs) {
            const [from, to] = [offsetOf(fromMs), offsetOf(toMs)];
            if (to <= from) return new Float32Array();
            const part = await readRange(key, wav.dataAt + from, wav.dataAt + to);
            return Float32Array.from(
              { length: (to - from) / BYTES_PER_SAMPLE },
              (_, index) => part.bytes.readInt16LE(index * BYTES_PER_SAMPLE) / 32_768,
            );
          },
        };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async readJson(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return JSON.parse((await Body?.transformToString()) ?? 'null') as unknown;
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async writeJson(key, value) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: JSON.stringify(value),
          ContentType: 'application/json',
        }),
      );
    },
  };
};
