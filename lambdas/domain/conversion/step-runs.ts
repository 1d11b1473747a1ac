import { stepNamed, termsOf } from '../pipeline/definition.ts';
import { endStepRun, newStepRun, type StepOutcome, type StepRun } from '../pipeline/step-run.ts';
import { isProbed, type Attempt } from './attempt.ts';
import { COLORS_NOT_CONVERTED, NO_STORYBOARD_REASON } from './reasons.ts';

type ConversionStep = 'probe' | 'convert' | 'poster' | 'storyboard';

/** Minutes of the source with two decimals, which the converter bills. */
const minutesOf = ({ duration = 0 }: Attempt): number => Number((duration / 60).toFixed(2));

/** The run of a step of an attempt, from when the attempt reached it until now. Each attempt has one. */
const endedRun = (attempt: Attempt, step: ConversionStep, outcome: StepOutcome): StepRun => {
  const { claimed_at, probed_at = claimed_at, submitted_at = probed_at, finished_at = probed_at } = attempt;
  const [start, end] = step === 'probe' ? [claimed_at, attempt.probed_at ?? finished_at] : [submitted_at, finished_at];
  const run = newStepRun(attempt, termsOf(stepNamed(step), attempt), 1, Date.parse(start));
  return endStepRun(run, outcome, Date.parse(end));
};

const storyboardOutcome = ({ ladder, storyboard }: Attempt): StepOutcome => {
  if (!ladder?.storyboard) return { state: 'skipped', reason: NO_STORYBOARD_REASON };
  const reason = storyboard?.reason;
  return reason === undefined ? { state: 'completed' } : { state: 'failed', reason };
};

const madeBy = (attempt: Attempt): readonly StepRun[] => {
  const { price: cost, colors, ladder } = attempt;
  const reason = colors === 'unconverted' ? { reason: COLORS_NOT_CONVERTED } : {};
  const billed = { provider: 'mediaconvert', units: minutesOf(attempt), cost };
  return [
    endedRun(attempt, 'convert', { state: 'completed', ...reason, ...billed }),
    ...(ladder?.kind === 'video'
      ? [
          endedRun(attempt, 'poster', { state: 'completed' }),
          endedRun(attempt, 'storyboard', storyboardOutcome(attempt)),
        ]
      : []),
  ];
};

/**
 * The runs of steps that end with a change of an attempt. They are stored together with that change, and replace
 * earlier ones: a job can succeed after its attempt has failed, and playlists can be written again.
 */
export const endedSteps = (before: Attempt, after: Attempt): readonly StepRun[] => {
  const probe =
    before.probed_at === undefined && after.probed_at !== undefined
      ? [endedRun(after, 'probe', { state: 'completed' })]
      : [];
  if (after.state === 'completed') {
    if (before.state !== 'completed') return [...probe, ...madeBy(after)];
    return before.storyboard?.reason === after.storyboard?.reason
      ? probe
      : [...probe, endedRun(after, 'storyboard', storyboardOutcome(after))];
  }
  const { reason } = after;
  if (after.state !== 'failed' || (before.state === 'failed' && before.reason === reason)) return probe;
  return [...probe, endedRun(after, isProbed(after) ? 'convert' : 'probe', { state: 'failed', reason })];
};
