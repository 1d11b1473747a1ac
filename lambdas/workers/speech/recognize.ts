import type { Content } from '../../domain/content/content.ts';
import { speechReasons } from '../../domain/analysis/speech.ts';
import { isRunning, isUsable } from '../../domain/conversion/attempt.ts';
import { analysisAudioKey } from '../../domain/media/layout.ts';
import type { StepOutcome, StepPause, StepRun } from '../../domain/pipeline/step-run.ts';
import { align } from './align.ts';
import type { SpeechDeps } from './deps.ts';
import { UNTIL_ACCEPTED, UNTIL_CONVERTED } from './pauses.ts';
import { conversionSound, uploadedFile } from './speech-source.ts';
import { transcribe } from './transcribe.ts';

const skipped = (reason: string): StepOutcome => ({ state: 'skipped', reason });
const nothingToCheck = (reason: string): StepOutcome => ({ ...skipped(reason), nothing_to_check: true });

/** Whether a title is music that no one asked to transcribe. A second run is one that a user requested. */
const isUnwantedMusic = async (deps: SpeechDeps, content: Content | undefined, { run }: StepRun): Promise<boolean> =>
  content?.content_type === 'music' && content.transcribe !== true && run === 1 && !(await deps.transcribesMusic());

/** Does the work of a run: aligns the script if there is one, and recognizes the speech otherwise. */
export const recognize = async (deps: SpeechDeps, run: StepRun): Promise<StepOutcome | StepPause> => {
  const attempt = await deps.attempts.get(run);
  // Read after the attempt: when the conversion has ended, the item says whether the file waits for review.
  const [content, script] = await Promise.all([
    deps.content.get(run.content_id, { consistent: true }),
    deps.scripts.read(run.content_id),
  ]);
  if (!attempt || !isUsable(attempt)) return skipped(speechReasons.gone);
  // Before staff accept a replacement, its transcript would replace that of the current file.
  if (content?.waiting_file && content.waiting_file.source_key === attempt.source_key) return UNTIL_ACCEPTED;
  // Staff rejected the file, or a newer one took its place.
  if (content && !isRunning(attempt) && content.source_key !== attempt.source_key) return skipped(speechReasons.gone);
  // No one has said yet whether an upload without an item is music.
  if (isRunning(attempt) && (script || !content)) return UNTIL_CONVERTED;
  if (!script && (await isUnwantedMusic(deps, content, run))) return nothingToCheck(speechReasons.music);
  if (attempt.ladder && attempt.ladder.audio.length === 0) return nothingToCheck(speechReasons.silent);
  if (!script && deps.provider === 'off') return skipped(speechReasons.off);
  const speech = { run, attempt };
  if (isRunning(attempt)) {
    // The result is stored when the conversion has succeeded: only then is the file part of the title.
    const source = uploadedFile(deps, attempt);
    return source ? transcribe(deps, speech, source) : UNTIL_CONVERTED;
  }
  const sound = await deps.sounds.open(analysisAudioKey(run.content_id, attempt.media_version));
  if (!script) return transcribe(deps, speech, sound && conversionSound(deps, attempt, sound));
  return sound ? align(deps, speech, script, sound) : skipped(speechReasons.noSound);
};
