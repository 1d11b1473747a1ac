import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { GetTranscriptionJobCommand, StartTranscriptionJobCommand } from '@aws-sdk/client-transcribe';
import { hostileCorpus } from '../../support/media/hostile-corpus.ts';
import { makeMedia } from '../../support/media/tiny-film.ts';
import { openTranscribe, requestFor, type TranscribeBench } from '../../support/media/transcribe-bench.ts';

const BUCKET = 'soundstage-test';
/** Bytes of each sound that reached the recognizer. */
const sounds: number[] = [];
let bench: TranscribeBench;
let trap: Server;
let connections = 0;

beforeAll(async () => {
  bench = await openTranscribe({
    recognizer: {
      recognizer: {
        title: 'Counting',
        model: 'local-counting',
        rejection: () => undefined,
        async recognize({ sound }) {
          sounds.push(readFileSync(sound).length);
          return { language: 'en', segments: [] };
        },
      },
    },
  });
  trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await bench.close();
  await new Promise((resolve) => trap.close(resolve));
});

it('reads nothing but the own bytes of a hostile file, and ends every job', async () => {
  await bench.store.seed('lures', 'canary', makeMedia('canary.mp4', ['-f', 'lavfi', '-i', 'sine=d=30:r=44100']));
  const address = `127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const corpus = hostileCorpus({ canary: bench.store.file('lures', 'canary'), address });
  const ends: Record<string, number> = {};
  for (const { name, body } of corpus) {
    const job = name.replaceAll(/[^\w.-]/g, '-');
    await bench.store.seed(BUCKET, name, body);
    await bench.client.send(new StartTranscriptionJobCommand(requestFor(job, name)));
    await bench.engine.idle();
    const { TranscriptionJob: ended } = await bench.client.send(
      new GetTranscriptionJobCommand({ TranscriptionJobName: job }),
    );
    const status = ended?.TranscriptionJobStatus ?? 'none';
    ends[status] = (ends[status] ?? 0) + 1;
    expect([name, status]).toEqual([name, expect.stringMatching(/^(FAILED|COMPLETED)$/)]);
    expect([name, ended?.FailureReason ?? '']).toEqual([name, expect.not.stringContaining(bench.folder)]);
  }
  expect(connections).toBe(0);
  // The canary has 30 seconds of sound; no file of the corpus has more than a few of its own.
  expect(Math.max(0, ...sounds)).toBeLessThan(10 * 32_000);
  expect(ends['FAILED']).toBeGreaterThan(20);
  console.info(`${corpus.length} hostile files: ${JSON.stringify(ends)}, ${connections} connections`);
});
