import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DetectFacesCommand,
  DetectLabelsCommand,
  DetectModerationLabelsCommand,
  type DetectModerationLabelsCommandInput,
  RekognitionClient,
} from '@aws-sdk/client-rekognition';
import { AwsError } from '../../../../infra/local/aws/service.ts';
import { createManualClock, systemClock } from '../../../../infra/local/clock.ts';
import type { Authorize } from '../../../../infra/local/iam/access.ts';
import {
  createRekognitionEngine,
  type RekognitionEngine,
} from '../../../../infra/local/services/rekognition/engine.ts';
import { createModels, type Models } from '../../../../infra/local/services/rekognition/models.ts';
import { createFolderStore, type FolderStore } from '../../../support/media/object-store.ts';
import { clientSettings, serve, type ServedService } from '../../../support/network/aws-server.ts';
import { frameOf, harmlessFrames, lotus, plainImage, rabbit, tools } from './images.ts';

let folder: string;
let s3: FolderStore;
let models: Models;
let engine: RekognitionEngine;
let served: ServedService;
let client: RekognitionClient;
/** Runs when the models have received the next image. */
let onceClassifying = (): unknown => undefined;
/** Actions that the caller lacks. */
const denied = new Set<string>();

const authorize: Authorize = (_caller, action, resource) => {
  if (denied.has(action)) throw new AwsError('AccessDeniedException', `not authorized: ${action} on ${resource}`);
};
const moderate = (input: Partial<DetectModerationLabelsCommandInput>) =>
  client.send(new DetectModerationLabelsCommand({ Image: undefined, ...input }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundstage-rekognition-'));
  s3 = createFolderStore(join(folder, 's3'));
  models = createModels({ clock: systemClock });
  engine = createRekognitionEngine({
    dataDir: join(folder, 'rekognition'),
    clock: createManualClock(),
    s3,
    authorize,
    ffmpeg: tools,
    models: {
      ...models,
      async classify(...call) {
        const scores = models.classify(...call);
        onceClassifying();
        onceClassifying = () => undefined;
        return scores;
      },
    },
  });
  await engine.start();
  served = await serve(engine);
  client = new RekognitionClient(clientSettings(served));
});
beforeEach(() => denied.clear());
afterAll(async () => {
  client.destroy();
  await served.close();
  await engine.stop();
  await rm(folder, { recursive: true });
});

describe('DetectModerationLabels', () => {
  it('flags no harmless frame, and confirms only what the first model suspects', async () => {
    const flagged: string[] = [];
    for (const [film, second] of harmlessFrames) {
      const { ModerationLabels, ContentTypes, ModerationModelVersion } = await moderate({
        Image: { Bytes: frameOf(film, second) },
      });
      expect(ModerationModelVersion).toMatch(/^local-/);
      expect([film, second, ContentTypes]).toEqual([film, second, []]);
      for (const { Name = '' } of ModerationLabels ?? []) flagged.push(`${film} ${second}: ${Name}`);
    }
    expect(flagged).toEqual([]);
    const runs = engine.analyses().slice(0, harmlessFrames.length);
    const unsuspected = runs.filter(({ scores }) => scores.length === 1);
    expect(unsuspected.length).toBeGreaterThan(harmlessFrames.length / 2);
    expect(unsuspected.filter(({ scores: [first] }) => (first?.neutral ?? 0) < 0.4)).toEqual([]);
  });

  it('shows a person what only the first model takes for explicit, at a lower confidence', async () => {
    const { ModerationLabels = [] } = await moderate({ Image: { Bytes: lotus() }, MinConfidence: 20 });
    expect(ModerationLabels).toEqual([
      { Name: 'Explicit', ParentName: '', TaxonomyLevel: 1, Confidence: expect.any(Number) },
    ]);
    expect(ModerationLabels[0]?.Confidence).toBeGreaterThan(20);
    expect(ModerationLabels[0]?.Confidence).toBeLessThan(50);
    // It alone would flag this harmless picture by AWS's default.
    expect(engine.analyses()[0]?.scores.map(({ porn }) => porn > 0.5)).toEqual([true, false]);
    // The second model would flag this one, but is not asked.
    expect(await moderate({ Image: { Bytes: rabbit() }, MinConfidence: 20 })).toMatchObject({ ModerationLabels: [] });
    expect(engine.analyses()[0]?.scores).toHaveLength(1);
  });

  it('gives the same answer for a stored object, a version of it and its bytes', async () => {
    const picture = lotus();
    await s3.seed('media', 'frames/1.jpg', picture);
    const S3Object = { Bucket: 'media', Name: 'frames/1.jpg' };
    const [stored, version, inline] = await Promise.all([
      moderate({ Image: { S3Object }, MinConfidence: 1 }),
      moderate({ Image: { S3Object: { ...S3Object, Version: 'v1' } }, MinConfidence: 1 }),
      moderate({ Image: { Bytes: picture }, MinConfidence: 1 }),
    ]);
    expect(stored.ModerationLabels?.length).toBeGreaterThan(0);
    expect(version.ModerationLabels).toEqual(stored.ModerationLabels);
    expect(inline.ModerationLabels).toEqual(stored.ModerationLabels);
  });

  it('rejects settings that it does not serve, by name', async () => {
    const Image = { Bytes: plainImage(80, 80) };
    await expect(moderate({ Image, ProjectVersion: 'arn:aws:rekognition:x' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'The local cloud does not support ProjectVersion of DetectModerationLabels',
    });
    await expect(
      moderate({ Image, HumanLoopConfig: { HumanLoopName: 'loop', FlowDefinitionArn: 'arn:aws:sagemaker:x' } }),
    ).rejects.toThrow('does not support HumanLoopConfig');
    await expect(moderate({ Image, MinConfidence: 101 })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(client.send(new DetectFacesCommand({ Image }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local cloud does not support RekognitionService.DetectFaces',
    });
  });
});

describe('an image', () => {
  it('must be a JPEG or PNG', async () => {
    const png = plainImage(90, 90);
    const damaged = [
      ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
      ['a GIF', Buffer.from('GIF89a......')],
      ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
      ['the head of a PNG', png.subarray(0, 40)],
      ['half a PNG', png.subarray(0, png.length / 2)],
      ['a JPEG without a picture', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
      [
        'noise after the head of a JPEG',
        Buffer.concat([frameOf('crystal.mp4', 0).subarray(0, 20), Buffer.alloc(4000, 0xab)]),
      ],
    ] as const;
    for (const [what, Bytes] of damaged) {
      const outcome = await moderate({ Image: { Bytes } }).then(
        () => 'accepted',
        (error: Error) => `${error.name}: ${error.message}`,
      );
      expect([what, outcome]).toEqual([what, 'InvalidImageFormatException: Request has invalid image format']);
    }
    expect(await readdir(join(folder, 'rekognition', 'work'))).toEqual([]);
  });

  it('must have a size that AWS accepts', async () => {
    const small = { name: 'InvalidParameterException', message: 'Request has invalid parameters' };
    await expect(moderate({ Image: { Bytes: plainImage(79, 200) } })).rejects.toMatchObject(small);
    await expect(moderate({ Image: { Bytes: plainImage(200, 79, 'jpeg') } })).rejects.toMatchObject(small);
    expect((await moderate({ Image: { Bytes: plainImage(80, 80) } })).ModerationLabels).toEqual([]);
    expect((await moderate({ Image: { Bytes: plainImage(10_000, 80) } })).ModerationLabels).toEqual([]);
    await expect(moderate({ Image: { Bytes: plainImage(10_002, 100) } })).rejects.toMatchObject({
      name: 'ImageTooLargeException',
      message: 'Input image dimensions 10002 x 100 exceed maximum dimension size of 10000 pixels',
    });
  });

  it('must have no more bytes than AWS accepts, inline or stored', async () => {
    const picture = plainImage(80, 80);
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    expect(await moderate({ Image: { Bytes: padded(5_242_880) } })).toBeDefined();
    await expect(moderate({ Image: { Bytes: padded(5_242_881) } })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining("at 'image.bytes' failed to satisfy constraint") as string,
    });
    await s3.seed('media', 'large.png', padded(15_728_640));
    await s3.seed('media', 'too-large.png', padded(15_728_641));
    expect(await moderate({ Image: { S3Object: { Bucket: 'media', Name: 'large.png' } } })).toBeDefined();
    await expect(moderate({ Image: { S3Object: { Bucket: 'media', Name: 'too-large.png' } } })).rejects.toMatchObject({
      name: 'ImageTooLargeException',
    });
  });

  it('comes either from the request or from S3', async () => {
    const Bytes = plainImage(80, 80);
    const invalid = { name: 'InvalidParameterException' };
    await expect(moderate({ Image: {} })).rejects.toMatchObject(invalid);
    await expect(moderate({ Image: { Bytes, S3Object: { Bucket: 'b', Name: 'n' } } })).rejects.toMatchObject(invalid);
    await expect(moderate({ Image: { Bytes: new Uint8Array() } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('is read with the permissions of the caller', async () => {
    await s3.seed('media', 'private.png', plainImage(80, 80));
    const Image = { S3Object: { Bucket: 'media', Name: 'private.png' } };
    const unreadable = {
      name: 'InvalidS3ObjectException',
      message: 'Unable to get object metadata from S3. Check object key, region and/or access permissions.',
    };
    await expect(moderate({ Image: { S3Object: { Bucket: 'media', Name: 'none.png' } } })).rejects.toMatchObject(
      unreadable,
    );
    denied.add('s3:GetObject');
    await expect(moderate({ Image })).rejects.toMatchObject(unreadable);
    const versioned = { S3Object: { ...Image.S3Object, Version: 'v1' } };
    expect(await moderate({ Image: versioned })).toBeDefined();
    denied.add('s3:GetObjectVersion');
    await expect(moderate({ Image: versioned })).rejects.toMatchObject(unreadable);
  });
});

describe('DetectLabels', () => {
  it('checks the image, and says by its version that nothing looked for labels', async () => {
    const detect = (Bytes: Uint8Array, more: object = {}) =>
      client.send(new DetectLabelsCommand({ Image: { Bytes }, MaxLabels: 10, MinConfidence: 70, ...more }));
    const { Labels, LabelModelVersion } = await detect(lotus());
    expect([Labels, LabelModelVersion]).toEqual([[], 'local-none']);
    await expect(detect(Buffer.from('text'))).rejects.toMatchObject({ name: 'InvalidImageFormatException' });
    await expect(detect(lotus(), { Features: ['IMAGE_PROPERTIES'] })).rejects.toThrow('does not support IMAGE_PROP');
    await expect(detect(lotus(), { Settings: { ImageProperties: {} } })).rejects.toThrow('does not support Settings');
  });
});

describe('the caller', () => {
  it('needs the permission of the operation', async () => {
    const Image = { Bytes: plainImage(80, 80) };
    denied.add('rekognition:DetectModerationLabels');
    await expect(moderate({ Image })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'not authorized: rekognition:DetectModerationLabels on *',
    });
    expect(await client.send(new DetectLabelsCommand({ Image }))).toBeDefined();
    denied.add('rekognition:DetectLabels');
    await expect(client.send(new DetectLabelsCommand({ Image }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });

  it('gets an error of the service when the models crash, and an answer from the next call', async () => {
    const Image = { Bytes: lotus() };
    await moderate({ Image });
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const crashed = models.processId() ?? 0;
    onceClassifying = () => process.kill(crashed, 'SIGKILL');
    const answer = moderate({ Image });
    await expect(answer).rejects.toMatchObject({ name: 'InternalServerError', $metadata: { httpStatusCode: 500 } });
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    expect(await moderate({ Image })).toBeDefined();
    expect(models.processId()).not.toBe(crashed);
  });
});
