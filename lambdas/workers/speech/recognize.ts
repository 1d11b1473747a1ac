import type { Content } from '../../domain/content/content.ts';
import { speechReasons } from '../../domain/analysis/speech.ts';
import { analysisAudioKey } from '../../domain/media/layout.ts';
import type { StepOutcome, StepPause, StepRun } from '../../domain/pipeline/step-run.ts';
import { align } from './align.ts';
import type { SpeechDeps } from './deps.ts';
import { transcribe } from './transcribe.ts';

const skipped = (reason: string): StepOutcome => ({ state: 'skipped', reason });
const nothingToCheck = (reason: string): StepOutcome => ({ ...skipped(reason), nothing_to_check: true });

/** Whether a title is music that no one asked to transcribe. A second run is one that a user requested. */
const isUnwantedMusic = async (deps: SpeechDeps, content: Content | undefined, { run }: StepRun): Promise<boolean> =>
  content?.content_type === 'music' && content.transcribe !== true && run === 1 && !(await deps.transcribesMusic());

/** Does the work of a run: aligns the script if there is one, and recognizes the speech otherwise. */
export const recognize = async (deps: SpeechDeps, run: StepRun): Promise<StepOutcome | StepPause> => {
  const [attempt, content, script] = await Promise.all([
    deps.attempts.get(run),
    deps.content.get(run.content_id, { consistent: true }),
    deps.scripts.read(run.content_id),
  ]);
  // The item was deleted while this run was requested, so nothing else would ever delete the run.
  if (!attempt) await deps.removeAgain(run.content_id);
  if (attempt?.state !== 'completed') return skipped(speechReasons.gone);
  if (!script && (await isUnwantedMusic(deps, content, run))) return nothingToCheck(speechReasons.music);
  if (attempt.ladder && attempt.ladder.audio.length === 0) return nothingToCheck(speechReasons.silent);
  if (!script && deps.provider === 'off') return skipped(speechReasons.off);
  const sound = await deps.sounds.open(analysisAudioKey(run.content_id, attempt.media_version));
  if (!sound) return skipped(speechReasons.noSound);
  return script ? align(deps, { run, attempt }, script, sound) : transcribe(deps, { run, attempt }, sound);
};
