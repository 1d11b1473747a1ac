import type { StepCost, StepName, StepView } from '../../contract/media/steps.ts';
import { isUsable, type Attempt } from '../conversion/attempt.ts';
import { INTERRUPTED_REASON, REVIEW_REASON } from '../conversion/reasons.ts';
import { exclusionOf, pipeline, type StepDefinition } from './definition.ts';
import { currentAttempt, stepStatus, type StepSources, type StepStatus } from './sources.ts';
import { fullAnalysis, type StageAnalysis } from './stage.ts';
import { isHeld, isStepAbandoned, latestRun, type StepRun } from './step-run.ts';

const isDone = ({ state }: StepStatus): boolean => state === 'completed' || state === 'skipped';

/** The status of a step that has runs: that of the latest one for the current attempt. */
const runStatus = (latest: StepRun | undefined, canStart: boolean, now: number): StepStatus =>
  latest
    ? stepStatus({
        ...(isStepAbandoned(latest, now)
          ? { state: 'interrupted', reason: INTERRUPTED_REASON }
          : { state: latest.state, reason: latest.reason ?? null }),
        started_at: latest.started_at,
        finished_at: latest.finished_at ?? null,
        attempts: latest.run,
        can_run: canStart && latest.state !== 'running',
      })
    : stepStatus({ can_run: canStart });

/** A step with what decides about its next run. */
export interface PlannedStep {
  readonly definition: StepDefinition;
  readonly status: StepStatus;
  /** The latest run for the current attempt; undefined before the first one. */
  readonly latest: StepRun | undefined;
  /** Null for a step that costs nothing. */
  readonly cost: StepCost | null;
  /** Whether the file has nothing that the step could check. */
  readonly nothingToCheck: boolean;
  /**
   * Whether it applies to the file, whose conversion has not failed, and the steps that it needs are done, or have
   * ended if it starts after failures.
   */
  readonly canStart: boolean;
  /** Whether a step that it needs has run since its latest run began, and it follows such runs. */
  readonly isOutdated: boolean;
}

/** These steps and those that run again after them, in the order of the pipeline. */
export const withFollowers = (names: readonly string[], definitions = pipeline): readonly StepDefinition[] => {
  const all = new Set(names);
  return definitions.filter(({ name, needs, followsReruns = false }) => {
    if (followsReruns && needs.some((need) => all.has(need))) all.add(name);
    return all.has(name);
  });
};

/** What a step costs is decided by its definition, the file that was checked, and the stage. */
interface Priced {
  readonly definition: StepDefinition;
  readonly latest: StepRun | undefined;
  readonly canRun: boolean;
}

/**
 * The most that running a step is expected to cost. A step of the analysis can have a new result, which is analyzed
 * further. The others make the same files again, whose analysis is not paid again.
 */
const nextCost = (
  definition: StepDefinition,
  attempt: Attempt,
  stage: StageAnalysis,
  definitions: readonly StepDefinition[],
): number => {
  const { name, rerun, startedBy } = definition;
  const alone = startedBy === 'StepRequested.v1' ? withFollowers([name], definitions) : [definition];
  const run = rerun.by === 'conversion' ? definitions.filter((one) => one.rerun.by === 'conversion') : alone;
  const paid = run.filter((one) => !exclusionOf(one, attempt, stage));
  return Number(paid.reduce((sum, { cost }) => sum + cost(attempt, stage), 0).toFixed(6));
};

/** What the latest run costs, or the first one once the file is checked, and what running the step now costs. */
const costOf = (
  { definition, latest, canRun }: Priced,
  attempt: Attempt | undefined,
  stage: StageAnalysis,
  definitions: readonly StepDefinition[],
): StepCost | null => {
  const checked = attempt?.ladder ? attempt : undefined;
  const first = checked && definition.cost(checked, stage);
  const estimated = latest?.state === 'skipped' ? undefined : (latest?.cost_estimated ?? first);
  const next = checked && canRun ? nextCost(definition, checked, stage, definitions) : 0;
  const { cost_actual: actual, provider = null } = latest ?? {};
  if (!estimated && !actual && !next) return null;
  return { estimated_usd: estimated || null, actual_usd: actual ?? null, provider, next_usd: next || null };
};

/**
 * Whether one of these steps has finished another run since this run began, or a first one that began later: a step
 * that starts after failures does not wait for steps that cannot start yet.
 */
const hasNewerNeed = ({ started_at: start }: StepRun, needs: readonly (StepRun | undefined)[]): boolean =>
  needs.some(
    (need) => need?.finished_at !== undefined && need.finished_at > start && (need.run > 1 || need.started_at > start),
  );

/**
 * Whether steps that start by request can run: the conversion has not failed, and the file does not wait for review. A
 * replacement that may have to wait is analyzed after its conversion.
 */
const canAnalyze = ({ upload, waits = false }: StepSources, attempt: Attempt | undefined): boolean => {
  if (!attempt || waits || !isUsable(attempt)) return false;
  return upload.replacement === undefined || attempt.state === 'completed' || attempt.speech_format !== undefined;
};

/** Whether a step whose needs are done starts, or continues, when staff accept the file. */
const awaitsReview = (
  { waits = false }: StepSources,
  { startedBy }: StepDefinition,
  latest: StepRun | undefined,
): boolean => waits && startedBy === 'StepRequested.v1' && (latest === undefined || isHeld(latest));

/** The steps of a content item with their status, in the order of the pipeline. */
export const planSteps = (sources: StepSources, definitions = pipeline): readonly PlannedStep[] => {
  const attempt = currentAttempt(sources);
  const { stage = fullAnalysis, now } = sources;
  const runOf = (name: string) => attempt && latestRun(sources.runs, attempt, name);
  const done = new Set<string>();
  /** Steps that are done, failed, or wait for one that failed. */
  const ended = new Set<string>();
  return definitions.map((definition) => {
    const { name, needs, startedBy, startsAfterFailure = false, followsReruns = false } = definition;
    const haveEnded = needs.every((need) => ended.has(need));
    const areDone = needs.every((need) => done.has(need));
    const latest = runOf(name);
    const exclusion = attempt && exclusionOf(definition, attempt, stage);
    const isPossible = !exclusion && (startedBy !== 'StepRequested.v1' || canAnalyze(sources, attempt));
    const canStart = isPossible && (startsAfterFailure ? haveEnded : areDone);
    // A result from before the stage was changed is still shown.
    const skipped = latest ? undefined : exclusion;
    const shown =
      areDone && awaitsReview(sources, definition, latest)
        ? stepStatus({ attempts: latest?.run ?? 0, reason: REVIEW_REASON })
        : runStatus(latest, canStart, now);
    const status = skipped
      ? stepStatus({ state: 'skipped', reason: skipped.reason })
      : (definition.status?.(sources) ?? shown);
    // The steps after one that is skipped without a run wait for what it would have waited for.
    const isOver = skipped ? areDone : isDone(status);
    if (isOver) done.add(name);
    if (isOver || status.state === 'failed' || (haveEnded && !canStart)) ended.add(name);
    const isOutdated =
      followsReruns && latest !== undefined && latest.state !== 'running' && hasNewerNeed(latest, needs.map(runOf));
    const nothingToCheck = latest?.nothing_to_check ?? skipped?.nothingToCheck ?? false;
    const priced = { definition, latest, canRun: status.can_run };
    const cost = skipped ? null : costOf(priced, attempt, stage, definitions);
    return { definition, status, latest, cost, nothingToCheck, canStart, isOutdated };
  });
};

/**
 * The steps of a content item, in order. They are derived from the upload, the attempts and the runs, so there is no
 * state to keep in sync. A failed step has a reason, and the steps that need it wait.
 */
export const stepsOf = (sources: StepSources, definitions = pipeline): readonly StepView[] =>
  planSteps(sources, definitions).map(({ definition: { name, title, partOf = null }, status, cost }) => ({
    step: name,
    title,
    part_of: partOf,
    ...status,
    cost,
  }));

const needsAnyOf = (definition: StepDefinition, names: ReadonlySet<string>): boolean =>
  definition.needs.some((need) => names.has(need));

/**
 * The steps that run when one step is run again. A new attempt repeats all steps of the conversion, and those that need
 * their results.
 */
export const stepsRunWith = (step: StepDefinition, definitions = pipeline): readonly StepName[] => {
  if (step.rerun.by !== 'conversion') return [step.name];
  const names = new Set<string>();
  for (const definition of definitions)
    if (definition.rerun.by === 'conversion' || needsAnyOf(definition, names)) names.add(definition.name);
  return [...names];
};
