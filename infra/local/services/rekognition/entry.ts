import { imagePanel } from '../../console/images.ts';
import { defineEngine } from '../../engine.ts';
import { s3Engine } from '../../engines/s3/entry.ts';
import { createRekognitionEngine } from './engine.ts';

/** Rekognition for images, on the models of nsfwjs. */
export const rekognitionEngine = defineEngine({
  name: 'Rekognition',
  needs: { s3: s3Engine },
  faults: [
    {
      name: 'rekognition',
      label: 'Image analysis (Rekognition)',
      signingName: 'rekognition',
      throttled: ['ProvisionedThroughputExceededException', 400, 'Provisioned rate exceeded.'],
      failing: ['InternalServerError', 500, 'Internal server error'],
    },
  ],
  create({ folder, clock, authorizeJson }, { s3 }) {
    const rekognition = createRekognitionEngine({
      dataDir: folder('rekognition'),
      clock,
      s3,
      authorize: authorizeJson,
    });
    return {
      instance: rekognition,
      services: [rekognition],
      panels: [imagePanel(rekognition)],
      start: rekognition.start,
      stop: rekognition.stop,
    };
  },
});
