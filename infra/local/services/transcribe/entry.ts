import { transcriptionPanel } from '../../console/transcriptions.ts';
import { defineEngine } from '../../engine.ts';
import { s3Engine } from '../../engines/s3/entry.ts';
import { busEngine } from '../../events/bus/entry.ts';
import { createTranscribeEngine } from './engine.ts';

/** Transcribe, on a speech recognizer of this computer. */
export const transcribeEngine = defineEngine({
  name: 'Transcribe',
  needs: { s3: s3Engine, bus: busEngine },
  faults: [
    {
      name: 'transcribe',
      label: 'Transcription (Transcribe)',
      signingName: 'transcribe',
      throttled: [
        'LimitExceededException',
        429,
        "You've either sent too many requests or your input file is too long. Wait before retrying your request.",
      ],
      failing: [
        'InternalFailureException',
        500,
        'There was an internal error. Check the error message, correct the issue, and try your request again.',
      ],
    },
  ],
  create({ folder, clock, authorizeJson, access }, { s3, bus }) {
    const transcribe = createTranscribeEngine({
      dataDir: folder('transcribe'),
      clock,
      s3,
      publish: bus.publish,
      authorize: authorizeJson,
      access,
    });
    return {
      instance: transcribe,
      services: [transcribe],
      panels: [transcriptionPanel(transcribe)],
      start: transcribe.start,
      stop: transcribe.stop,
    };
  },
});
