import type { BridgeEvent } from '../../../../infra/local/events/bus/bridge-event.ts';
import { LEASE_MS } from '../../../../lambdas/domain/conversion/attempt.ts';
import { selectedMoments, type CrashInjector } from '../../../support/worlds/crash-injector.ts';
import type { QueueName } from '../../../support/worlds/media-engines.ts';
import type { MediaFlow } from '../../../support/worlds/media-flow.ts';
import { stateOf } from './item-state.ts';

/** One run of a function, to be crashed. */
export interface Trial {
  readonly contentId: string;
  readonly s3Key: string;
  /** The message for the function; undefined for the sweeper. */
  readonly message?: readonly [queue: QueueName, event: BridgeEvent];
}
/** Creates the state that the function starts from. */
export type Prepare = () => Promise<Trial>;

/** The media pipeline, its crashes, and the encoder whose jobs a trial may hold. */
export interface CrashSetup {
  readonly flow: MediaFlow;
  readonly crashes: CrashInjector;
  readonly encoder: { release(): void };
}

const run = async (flow: MediaFlow, { message }: Trial): Promise<boolean> => {
  if (message) return flow.deliver(...message);
  return flow.sweep().then(
    () => true,
    () => false,
  );
};

/** Retries as the queue and the schedule would, until nothing is left to do. */
const heal = async ({ flow, encoder }: CrashSetup, trial: Trial): Promise<void> => {
  // The queue hides a message for longer than a claim lasts, and for longer than the converter keeps its token.
  flow.skip(LEASE_MS + 1);
  for (let tries = 1; !(await run(flow, trial)); tries += 1) {
    if (tries === 4) throw new Error('The message would go to the dead-letter queue');
    flow.skip(LEASE_MS + 1);
  }
  encoder.release();
  await flow.pumpAll();
  await flow.sweep();
  await flow.pumpAll();
};

/**
 * Crashes the function before and after its calls, and compares the final state with that of an undisturbed
 * run. Returns the number of calls.
 */
export const crashEverywhere = async (setup: CrashSetup, name: string, prepare: Prepare): Promise<number> => {
  const { flow, crashes } = setup;
  let used = await flow.storageUsed();
  /** Storage quota that a trial uses in the end, in bytes. */
  const quotaUsed = async (): Promise<number> => {
    const before = used;
    used = await flow.storageUsed();
    return used - before;
  };
  const undisturbed = await prepare();
  const { calls } = await crashes.run('after', 0, () => run(flow, undisturbed));
  await heal(setup, undisturbed);
  const expected = [await quotaUsed(), await stateOf(flow, undisturbed.contentId, undisturbed.s3Key)];
  const moments = selectedMoments(name, calls);
  for (const { when, call } of moments) {
    const trial = await prepare();
    const { crashed, calls: sent } = await crashes.run(when, call, () => run(flow, trial));
    expect([name, when, call, crashed]).toEqual([name, when, call, true]);
    await heal(setup, trial);
    expect([
      name,
      when,
      call,
      sent.at(-1),
      await quotaUsed(),
      await stateOf(flow, trial.contentId, trial.s3Key),
    ]).toEqual([name, when, call, sent.at(-1), ...expected]);
  }
  console.info(
    `${name}: ${calls.length} calls (${calls.join(', ')}); of ${moments.length} crashes,`,
    'all ended in the same state',
  );
  return calls.length;
};
