/** @jest-environment jest-fixed-jsdom */
import { readRepeatedly, whenClosed } from '../../../web/src/features/billing/return-watch.ts';
import { createManualClock } from '../support/manual-clock.ts';

const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** Advances a clock second by second. */
const pass = async (clock: ReturnType<typeof createManualClock>, seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1_000);
    await settle();
  }
};

describe('reading repeatedly', () => {
  it('reads after 1, 2, 4 … seconds for a minute', async () => {
    const clock = createManualClock();
    const at: number[] = [];
    readRepeatedly(clock, async () => {
      at.push(clock.now() / 1_000);
      return false;
    });
    await pass(clock, 200);
    expect(at).toEqual([1, 3, 7, 15, 31, 60]);
  });

  it('ends when the read says so, and continues after a failure', async () => {
    const clock = createManualClock();
    const read = jest
      .fn<Promise<boolean>, []>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce(false)
      .mockResolvedValueOnce(true);
    readRepeatedly(clock, read);
    await pass(clock, 200);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('can be stopped, also while a read runs', async () => {
    const clock = createManualClock();
    let answer = (_: boolean): void => undefined;
    const read = jest.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const stop = readRepeatedly(clock, read);
    await pass(clock, 1);
    stop();
    answer(false);
    await pass(clock, 200);
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe('waiting for a window to close', () => {
  it('looks every second, and reports it once', () => {
    const clock = createManualClock();
    let closed = false;
    const [isClosed, onClosed] = [jest.fn(() => closed), jest.fn()];
    whenClosed(clock, isClosed, onClosed);
    clock.advance(3_500);
    expect(isClosed).toHaveBeenCalledTimes(3);
    closed = true;
    clock.advance(10_000);
    expect(isClosed).toHaveBeenCalledTimes(4);
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it('can be stopped', () => {
    const clock = createManualClock();
    const onClosed = jest.fn();
    const stop = whenClosed(clock, () => clock.now() > 5_000, onClosed);
    clock.advance(3_000);
    stop();
    clock.advance(10_000);
    expect(onClosed).not.toHaveBeenCalled();
  });
});
