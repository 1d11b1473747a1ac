/** @jest-environment jest-fixed-jsdom */
import { backoffMs } from '../../../web/src/lib/backoff.ts';
import { recoverAutomatically, repeatUntilDone } from '../../../web/src/lib/recovery.ts';
import { createStore } from '../../../web/src/lib/store.ts';
import { createManualClock } from '../support/manual-clock.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('pauses between retries', () => {
  it('double up to a limit, and are half random', () => {
    const longest = [1, 2, 3, 4, 5, 6, 60].map((failures) => backoffMs(failures, () => 1));
    const shortest = [1, 2, 3, 4, 5, 6, 60].map((failures) => backoffMs(failures, () => 0));
    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(shortest).toEqual(longest.map((ms) => ms / 2));
  });
});

describe('automatic recovery', () => {
  const setUp = () => {
    const clock = createManualClock();
    const failed = createStore(false);
    let isAvailable = false;
    const recover = jest.fn(async () => {
      if (!isAvailable) throw new Error('unavailable');
      failed.set(false);
    });
    const stop = recoverAutomatically(
      { subscribe: failed.subscribe, hasFailed: failed.get, recover },
      clock,
      (failures) => failures * 1_000,
    );
    const advance = async (ms: number) => {
      clock.advance(ms);
      await settle();
    };
    return { failed, recover, stop, advance, restore: () => void (isAvailable = true) };
  };
  afterEach(() => jest.restoreAllMocks());

  it('tries at growing intervals until the service is back', async () => {
    const { failed, recover, advance, restore } = setUp();
    failed.set(true);
    expect(recover).not.toHaveBeenCalled();
    await advance(1_000);
    await advance(1_999);
    expect(recover).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(recover).toHaveBeenCalledTimes(2);
    restore();
    await advance(3_000);
    expect(failed.get()).toBe(false);
    await advance(60_000);
    expect(recover).toHaveBeenCalledTimes(3);
  });

  it('runs once at a time, and starts over with short pauses after a recovery', async () => {
    const { failed, recover, advance, restore } = setUp();
    failed.set(true);
    restore();
    await advance(1_000);
    failed.set(true);
    await advance(1_000);
    expect(recover).toHaveBeenCalledTimes(2);
  });

  it('sends nothing while the page is hidden or the device offline', async () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { failed, recover, advance, restore } = setUp();
    failed.set(true);
    restore();
    await advance(60_000);
    visibility.mockReturnValue('visible');
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await advance(60_000);
    expect(recover).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    await advance(1_000);
    expect(recover).toHaveBeenCalledTimes(1);
  });

  it('ends when it is stopped', async () => {
    const { failed, recover, stop, advance } = setUp();
    failed.set(true);
    stop();
    await advance(60_000);
    expect(recover).not.toHaveBeenCalled();
  });
});

describe('repeating a task that failed', () => {
  it('grows the pauses, and ends with the first success', async () => {
    const clock = createManualClock();
    const task = jest.fn().mockRejectedValueOnce('first').mockResolvedValue(undefined);
    repeatUntilDone(task, clock, (failures) => failures * 100);
    const callsAfter = async (ms: number) => {
      clock.advance(ms);
      await settle();
      return task.mock.calls.length;
    };
    expect([await callsAfter(99), await callsAfter(1), await callsAfter(199), await callsAfter(1)]).toEqual([
      0, 1, 1, 2,
    ]);
    expect(await callsAfter(60_000)).toBe(2);
  });
});
