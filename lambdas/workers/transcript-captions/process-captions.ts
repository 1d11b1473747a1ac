import { inputHash } from '../../domain/analysis/input-hash.ts';
import { runStep } from '../../domain/pipeline/run-step.ts';
import type { StepOutcome, StepRun } from '../../domain/pipeline/step-run.ts';
import type { CaptionsDeps } from './deps.ts';
import type { CaptionsMessage } from './message.ts';
import { GONE, writeCaptions } from './write-captions.ts';

const runCaptions = async (deps: CaptionsDeps, run: StepRun): Promise<StepOutcome> => {
  const written = await writeCaptions(deps, run.content_id);
  if ('reason' in written) return { state: 'skipped', reason: written.reason };
  const { content_id, version_id, attempt } = run;
  const hash = inputHash(version_id, 'captions', written.id);
  await deps.results.put({
    content_id,
    version_id,
    step: 'captions',
    attempt,
    run: run.run,
    input_hash: hash,
    provenance: {
      provider: written.source === 'machine' ? 'transcribe' : 'alignment',
      model: 'transcript',
      version: '1',
      calibrated: false,
      covers: [],
    },
    units: 0,
    cost_usd: 0,
    raw_key: null,
    created_at: new Date(deps.now()).toISOString(),
    summary: { step: 'captions', captions_id: written.id, cues: written.cues },
  });
  return { state: 'completed', input_hash: hash };
};

/** Writes the captions of a title: as a step of the pipeline, and after every change of the transcript. */
export const processCaptions = async (deps: CaptionsDeps, message: CaptionsMessage): Promise<void> => {
  if (message.kind === 'run') {
    await runStep(deps, message.ids, (run) => runCaptions(deps, run));
    return;
  }
  const written = await writeCaptions(deps, message.contentId);
  // It may have been deleted, with its files, while this call or an earlier one wrote the captions.
  if ('reason' in written && written.reason === GONE) await deps.removeAgain(message.contentId);
  deps.logger.info('Captions follow the transcript', {
    contentId: message.contentId,
    written: 'id' in written,
  });
};
