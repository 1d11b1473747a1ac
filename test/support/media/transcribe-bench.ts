import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TranscribeClient, type StartTranscriptionJobCommandInput } from '@aws-sdk/client-transcribe';
import type { Principal } from '../../../infra/local/aws/service.ts';
import { systemClock } from '../../../infra/local/clock.ts';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import {
  createTranscribeEngine,
  type TranscribeEngine,
  type TranscribeOptions,
} from '../../../infra/local/services/transcribe/engine.ts';
import { clientSettings, serve } from '../network/aws-server.ts';
import { createFolderStore, type FolderStore } from './object-store.ts';

/** A local Transcribe behind a real HTTP server and the real SDK, with its own folder. */
export interface TranscribeBench {
  readonly folder: string;
  readonly client: TranscribeClient;
  readonly engine: TranscribeEngine;
  readonly store: FolderStore;
  readonly events: BridgeEvent[];
  close(): Promise<void>;
}

const MEDIA_BUCKET = 'soundstage-test';

/** A request for the media at a key. Its outputs are in `out/`. */
export const requestFor = (
  name: string,
  key: string,
  more: Partial<StartTranscriptionJobCommandInput> = {},
): StartTranscriptionJobCommandInput => ({
  TranscriptionJobName: name,
  LanguageCode: 'en-US',
  Media: { MediaFileUri: `s3://${MEDIA_BUCKET}/${key}` },
  OutputBucketName: MEDIA_BUCKET,
  OutputKey: 'out/',
  ...more,
});

/** Starts an engine. `caller` signs every request. */
export const openTranscribe = async (
  options: Partial<TranscribeOptions> = {},
  caller?: Principal,
): Promise<TranscribeBench> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'soundstage-transcribe-'));
  const store = createFolderStore(path.join(folder, 's3'));
  const events: BridgeEvent[] = [];
  const engine = createTranscribeEngine({
    dataDir: path.join(folder, 'transcribe'),
    clock: systemClock,
    s3: store,
    publish: (event) => void events.push(event),
    ...options,
  });
  const served = await serve(engine, () => caller);
  await engine.start();
  const client = new TranscribeClient(clientSettings(served));
  return {
    folder,
    client,
    engine,
    store,
    events,
    async close() {
      client.destroy();
      await engine.stop();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
