import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadOverFlakyProxy } from '../support/network/interrupted-upload.ts';
import { startMediaFlow } from '../support/worlds/media-flow.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { sparseFile } from '../support/network/sparse-file.ts';
import { atMost, type Row } from './report.ts';

/** The trial: 2 GB over a connection that breaks ten times. */
const BYTES = 2 * 2 ** 30;
const CUTS = 10;

/** How much of a large file is sent twice over a bad connection. */
export const uploadRows = async (): Promise<readonly Row[]> => {
  const flow = await startMediaFlow();
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-upload-'));
  try {
    const film = sparseFile(
      join(folder, 'film.mp4'),
      readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'rabbit320.mp4')),
      BYTES,
    );
    const { drops, inFlight, resent, bytes, partCount, peak, seconds } = await uploadOverFlakyProxy(
      film,
      CUTS,
      async (body) => {
        const answer = await flow.call('POST /api/functions/s3-upload-url', body);
        if (answer.status !== 200)
          throw new Error(`The upload was rejected: ${answer.problem.detail ?? answer.problem.code}`);
        return answer.body;
      },
    );
    const extra = ((bytes / BYTES - 1) * 100).toFixed(0);
    return [
      {
        group: `Upload of 2 GB, ${drops} broken connections and a closed page`,
        measure: 'parts sent again for each part in flight at a break',
        figure: resent / inFlight,
        unit: '×',
        target: atMost(1),
        note:
          `${resent} of ${partCount} parts, ${extra}% more bytes; ${(peak / 2 ** 20).toFixed(0)} MiB in buffers, ` +
          `${seconds.toFixed(0)} s`,
      },
    ];
  } finally {
    await flow.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
