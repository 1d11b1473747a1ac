import type { DetectModerationLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { createModerationVersion } from '../../../lambdas/platform/analyzers.ts';
import { checkModerationModel } from '../../../lambdas/workers/moderation-model-check/check-moderation-model.ts';

/** Runs the check against a Rekognition that answers like this, and returns the picture that it was asked about. */
const check = async (answer: object): Promise<Uint8Array> => {
  const pictures: Uint8Array[] = [];
  const send = async (command: DetectModerationLabelsCommand) => {
    pictures.push(command.input.Image?.Bytes ?? new Uint8Array());
    return answer;
  };
  const client = { send } as unknown as Pick<RekognitionClient, 'send'>;
  await checkModerationModel({ readVersion: createModerationVersion(client), logger });
  return pictures[0] ?? new Uint8Array();
};

describe('the daily check of the moderation model', () => {
  it.each(['7.0', '7.3', 'local-nsfwjs-4.4.0'])('succeeds for version %s', async (ModerationModelVersion) => {
    const picture = Buffer.from(await check({ ModerationModelVersion, ModerationLabels: [] }));
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
    // Width and height. Rekognition rejects pictures with a side below 80 pixels.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([100, 100]);
  });

  it('fails with the version that this release does not know, also when there is none', async () => {
    await expect(check({ ModerationModelVersion: '9.1' })).rejects.toThrow(
      'Rekognition uses version 9.1 of its moderation model, which this release does not know',
    );
    await expect(check({})).rejects.toThrow('version unknown');
  });
});
