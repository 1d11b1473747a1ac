import { ScriptLanguage } from '../../contract/content/transcript-editing.ts';
import { alignScript, type Sound } from '../../domain/alignment/align-script.ts';
import { scriptWords } from '../../domain/alignment/script-words.ts';
import { alignmentHash, alignmentProvenance, MAX_SPEECH_SECONDS, speechReasons } from '../../domain/analysis/speech.ts';
import { analysisOutputKey } from '../../domain/media/layout.ts';
import type { StepOutcome, StepPause } from '../../domain/pipeline/step-run.ts';
import type { Script } from '../../domain/transcripts/stored.ts';
import type { SpeechDeps } from './deps.ts';
import { readProgress } from './align-progress.ts';
import { reuse } from './reuse.ts';
import type { SpeechRun } from './speech-result.ts';
import { storeResult } from './store-result.ts';

/** Milliseconds of a call of the worker that alignment may take. It ends well before the worker's timeout (60 s). */
const SLICE_MS = 25_000;

/** The job of a run that continues in the next call of the worker. */
export const ALIGNMENT_PAUSE = 'alignment';

/** Aligns a script to the sound. Long ones take several calls of the worker. */
export const align = async (
  deps: SpeechDeps,
  speech: SpeechRun,
  script: Script,
  sound: Sound,
): Promise<StepOutcome | StepPause> => {
  const { run, attempt } = speech;
  if (sound.durationMs > MAX_SPEECH_SECONDS * 1000) return { state: 'failed', reason: speechReasons.scriptTooLong };
  const { kind, text } = script;
  const language = ScriptLanguage.parse(script.language);
  const hash = alignmentHash(run.version_id, script);
  const known = await reuse(deps, run, hash);
  if (known) return known;
  const progressKey = analysisOutputKey(run.content_id, attempt.media_version, 'alignment', run.run);
  const progress = run.job_id === undefined ? undefined : await readProgress(deps, progressKey, hash);
  const aligner = await deps.loadAligner(language);
  const until = deps.now() + SLICE_MS;
  const parts = { aligner, sound, isOver: () => deps.now() > until };
  const result = await alignScript(parts, scriptWords(text, kind), progress);
  if (result.kind === 'mismatch') return { state: 'failed', reason: result.reason };
  if (result.kind === 'unfinished') {
    await deps.sounds.writeJson(progressKey, { script: hash, ...result.progress });
    return { state: 'waiting', job_id: ALIGNMENT_PAUSE };
  }
  return storeResult(deps, speech, {
    source: 'script',
    language,
    tokens: result.tokens,
    words: result.words,
    keepLines: kind === 'lyrics',
    inputHash: hash,
    provenance: alignmentProvenance(language),
    units: 0,
    cost: 0,
    paid: 0,
    rawKey: null,
  });
};
