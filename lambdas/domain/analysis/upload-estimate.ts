import type { AnalysisEstimate } from '../../contract/content/analysis.ts';
import type { ContentType } from '../../contract/content/content-shapes.ts';
import { exclusionOf, pipeline, type MediaFacts } from '../pipeline/definition.ts';
import type { StageAnalysis } from '../pipeline/stage.ts';
import { frameTimes } from './outputs.ts';
import { ANALYSIS_STEPS } from './results.ts';

const NAMES: readonly string[] = ANALYSIS_STEPS;

/** What the check finds out about a file with sound, and with a picture if it is a video, as far as prices need it. */
const factsOf = (type: ContentType, seconds: number, makesSound: boolean): MediaFacts => {
  const sound = makesSound ? { soundChannels: 2 } : {};
  // Every frame costs the same, whatever its size.
  const frames = { width: 640, height: 360, ...frameTimes(seconds) };
  const kind = type === 'video' ? 'video' : 'audio';
  const analysis = kind === 'video' ? { ...sound, frames } : sound;
  return { duration: seconds, ladder: { kind, video: [], audio: [], tiers: ['480'], analysis } };
};

/** What the stage analyzes. `makesSound`: whether conversions make the sound in which speech is recognized. */
export interface EstimateStage extends StageAnalysis {
  readonly makesSound: boolean;
}

/**
 * What each paid step of the analysis is expected to cost for a file that is not uploaded yet, at the prices and rules
 * of the pipeline. Steps that the stage does not run are left out.
 */
export const uploadEstimate = (type: ContentType, seconds: number, stage: EstimateStage): AnalysisEstimate['steps'] => {
  const facts = factsOf(type, seconds, stage.makesSound);
  return pipeline
    .filter((definition) => NAMES.includes(definition.name) && !exclusionOf(definition, facts, stage))
    .map(({ name, title, cost }) => ({ step: name, title, usd: Number(cost(facts, stage).toFixed(6)) }))
    .filter(({ usd }) => usd > 0);
};
