import { topicsModelOf } from '../../../../lambdas/contract/content/language-models.ts';
import { ANALYSIS_STEPS } from '../../../../lambdas/domain/analysis/results.ts';
import { uploadEstimate } from '../../../../lambdas/domain/analysis/upload-estimate.ts';
import { stepNamed } from '../../../../lambdas/domain/pipeline/definition.ts';
import { fullAnalysis } from '../../../../lambdas/domain/pipeline/stage.ts';
import { attemptOf } from '../../workers/analyze/world.ts';

const topicsModel = topicsModelOf('bedrock', 'us.anthropic.claude-haiku-5-5');

describe('the estimate for a file that is not uploaded yet', () => {
  it('is what the steps cost once the file is checked', () => {
    const stage = { ...fullAnalysis, topicsModel, makesSound: true };
    const expected = ANALYSIS_STEPS.map((name) => ({
      step: name,
      usd: Number(stepNamed(name).cost(attemptOf(600), stage).toFixed(6)),
    })).filter(({ usd }) => usd > 0);
    expect(uploadEstimate('video', 600, stage).map(({ step, usd }) => ({ step, usd }))).toEqual(expected);
    expect(expected.map(({ step }) => step)).toEqual(['speech', 'text', 'topics', 'frames']);
  });

  it('has no pictures for music, and nothing that the stage does not run', () => {
    const stepsOf = (...estimate: Parameters<typeof uploadEstimate>) =>
      uploadEstimate(...estimate).map(({ step }) => step);
    const stage = { ...fullAnalysis, makesSound: true };
    expect(stepsOf('music', 200, stage)).toEqual(['speech', 'text']);
    expect(stepsOf('video', 200, { ...stage, text: false, frames: false })).toEqual(['speech']);
    expect(stepsOf('video', 200, { ...stage, makesSound: false })).toEqual(['frames']);
  });
});
