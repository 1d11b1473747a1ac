import { conversionPanel } from '../../console/conversions.ts';
import { defineEngine } from '../../engine.ts';
import { s3Engine } from '../../engines/s3/entry.ts';
import { busEngine } from '../../events/bus/entry.ts';
import { createMediaConvertEngine } from './engine.ts';

/** MediaConvert, on ffmpeg. */
export const mediaConvertEngine = defineEngine({
  name: 'MediaConvert',
  needs: { s3: s3Engine, bus: busEngine },
  faults: [
    {
      name: 'mediaconvert',
      label: 'Conversion (MediaConvert)',
      signingName: 'mediaconvert',
      throttled: ['TooManyRequestsException', 429, 'Too many requests have been sent in too short of a time.'],
      failing: [
        'InternalServerErrorException',
        500,
        'The service encountered an unexpected condition and cannot fulfill your request.',
      ],
    },
  ],
  create({ folder, clock, authorizeRest, access }, { s3, bus }) {
    const mediaConvert = createMediaConvertEngine({
      dataDir: folder('mediaconvert'),
      clock,
      s3,
      publish: bus.publish,
      authorize: authorizeRest,
      roles: access,
    });
    return {
      instance: mediaConvert,
      services: [mediaConvert],
      panels: [conversionPanel(mediaConvert)],
      start: mediaConvert.start,
      stop: mediaConvert.stop,
    };
  },
});
