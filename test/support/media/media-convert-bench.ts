import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { systemClock, type Clock } from '../../../infra/local/clock.ts';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import {
  createMediaConvertEngine,
  type MediaConvertEngine,
} from '../../../infra/local/services/mediaconvert/engine.ts';
import { findMediaTools, type MediaTools } from '../../../infra/local/media/tools.ts';
import { clientSettings, serve } from '../network/aws-server.ts';
import { createFolderStore, type FolderStore } from './object-store.ts';

/** The fields of MediaConvert events that tests check. */
export interface JobDetail {
  readonly jobId: string;
  readonly status: string;
  readonly userMetadata: Readonly<Record<string, string>>;
  readonly errorCode?: number;
  readonly errorMessage?: string;
  readonly jobProgress?: { readonly jobPercentComplete: number; readonly currentPhase: string };
  readonly warnings?: readonly { readonly code: number; readonly count: number }[];
  readonly outputGroupDetails?: readonly {
    readonly type: string;
    readonly playlistFilePaths?: readonly string[];
    readonly outputDetails: readonly { readonly outputFilePaths?: readonly string[]; readonly durationInMs: number }[];
  }[];
}

/** A local MediaConvert behind a real HTTP server and the real SDK, with its own folder. */
export interface MediaConvertBench {
  readonly folder: string;
  readonly client: MediaConvertClient;
  readonly engine: MediaConvertEngine;
  readonly store: FolderStore;
  readonly tools: MediaTools;
  readonly events: BridgeEvent[];
  /** Resolves at the next event that matches. */
  when(fits: (detail: JobDetail) => boolean): Promise<void>;
  details(status?: string): readonly JobDetail[];
  /** Runs ffmpeg to create a source and returns its path. */
  make(name: string, args: readonly string[]): string;
  /** Runs ffprobe on a file and returns its JSON output. */
  inspect(file: string, ...args: readonly string[]): Record<string, unknown>;
  close(): Promise<void>;
}

export const openMediaConvert = async (
  clock: Clock = systemClock,
  tools: MediaTools = findMediaTools(),
): Promise<MediaConvertBench> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'soundstage-media-'));
  const store = createFolderStore(path.join(folder, 's3'));
  const events: BridgeEvent[] = [];
  let waiting: { fits: (detail: JobDetail) => boolean; resolve: () => void }[] = [];
  const publish = (event: BridgeEvent): void => {
    events.push(event);
    const matching = waiting.filter(({ fits }) => fits(event.detail as JobDetail));
    waiting = waiting.filter((waiter) => !matching.includes(waiter));
    for (const { resolve } of matching) resolve();
  };
  const engine = createMediaConvertEngine({
    dataDir: path.join(folder, 'mediaconvert'),
    clock,
    s3: store,
    publish,
    ffmpeg: tools,
    progressEvery: 50,
  });
  const served = await serve(engine, () => undefined);
  await engine.start();
  const client = new MediaConvertClient(clientSettings(served));
  return {
    folder,
    client,
    engine,
    store,
    tools,
    events,
    when: (fits) => new Promise((resolve) => waiting.push({ fits, resolve })),
    details: (status) =>
      events
        .map(({ detail }) => detail as JobDetail)
        .filter((detail) => status === undefined || detail.status === status),
    make(name, args) {
      const file = path.join(folder, name);
      execFileSync(tools.ffmpeg, ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args, file], {
        timeout: 60_000,
      });
      return file;
    },
    inspect: (file, ...args) =>
      JSON.parse(
        execFileSync(tools.ffprobe, ['-v', 'error', '-of', 'json', ...args, file], {
          encoding: 'utf8',
          timeout: 60_000,
        }),
      ) as Record<string, unknown>,
    async close() {
      client.destroy();
      await engine.stop();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
