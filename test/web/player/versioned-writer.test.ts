/** @jest-environment jest-fixed-jsdom */
import { compareWrite, type LastWrite } from '../../../lambdas/domain/history/versioned.ts';
import {
  createVersionedWriter,
  WRITE_FLOOR_MS,
  type Stamp,
  type WriteAnswer,
} from '../../../web/src/features/player/core/versioned-writer.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { settle } from './set-up.ts';

/** A value, and when it was written. */
interface Written {
  readonly writtenAt: number;
}

type Accepts = (current: LastWrite | undefined, stamp: Stamp) => boolean;

const byVersion: Accepts = (current, stamp) => ['first', 'next'].includes(compareWrite(current, stamp));
/** The naive way: the last write to arrive wins. */
const byArrival: Accepts = () => true;

/**
 * Two devices of one user, and a network that delays, reorders and loses their requests and the answers.
 * Returns how often an older value replaced a newer one.
 */
const countRegressions = async (seed: number, accepts: Accepts): Promise<number> => {
  const random = createRandom(seed);
  const clock = createManualClock();
  let stored: (LastWrite & Written) | undefined;
  let newest = 0;
  let wrong = 0;
  const receive = (value: Written, stamp: Stamp): WriteAnswer => {
    if (!accepts(stored, stamp)) return { kind: 'stale', version: stored?.version ?? 0 };
    if (stored && value.writtenAt < stored.writtenAt) wrong += 1;
    stored = { ...value, version: (stored?.version ?? 1000) + 1, writer: stamp.writer, number: stamp.number };
    return { kind: 'saved', version: stored.version };
  };
  const open = (name: string) => {
    let number = 0;
    const writes = createVersionedWriter<Written>(
      {
        clock,
        writer: name,
        send: (value, stamp) =>
          new Promise((resolve, reject) => {
            const fate = random();
            if (fate < 0.1) return void clock.after(20_000, () => reject(new Error('It was lost')));
            clock.after(random() * 30_000, () => {
              const answer = receive(value, stamp);
              clock.after(random() * 5_000, () =>
                fate < 0.2 ? reject(new Error('The answer was lost')) : resolve(answer),
              );
            });
          }),
      },
      () => (number += 1),
    );
    return writes;
  };
  const devices = ['laptop', 'phone'];
  const pages = devices.map((name) => open(`${name}-0`));
  for (let step = 1; step <= 60; step += 1) {
    const which = Math.floor(random() * devices.length);
    const act = random();
    if (act < 0.12) {
      // A reload: its last write is still pending, and the new page reads the version from the server.
      void pages[which]?.leave();
      pages[which] = open(`${devices[which]}-${step}`);
      pages[which]?.know(stored?.version ?? 0);
    } else if (act < 0.2) void pages[which]?.leave();
    else {
      newest = step;
      pages[which]?.write({ writtenAt: step });
    }
    clock.advance(random() * 12_000);
    await settle();
  }
  for (let rest = 0; rest < 40; rest += 1) {
    clock.advance(30_000);
    await settle();
  }
  expect(newest).toBeGreaterThan(0);
  return wrong;
};

it('never replaces a newer value with an older one on an unreliable network, unlike the naive way', async () => {
  const seed = newSeed();
  let naive = 0;
  for (let run = 0; run < 200; run += 1) {
    expect({ seed: seed + run, wrong: await countRegressions(seed + run, byVersion) }).toEqual({
      seed: seed + run,
      wrong: 0,
    });
    naive += await countRegressions(seed + run, byArrival);
  }
  console.log(`Seed ${seed}: 200 histories of two devices without a regression; the naive way had ${naive}`);
  expect(naive).toBeGreaterThan(0);
});

describe('a writer', () => {
  const setUp = () => {
    const clock = createManualClock();
    const sent: {
      value: number;
      stamp: Stamp;
      leaving: boolean;
      answer: (answer: WriteAnswer) => void;
      fail: () => void;
    }[] = [];
    let number = 0;
    const writes = createVersionedWriter<number>(
      {
        clock,
        writer: 'page',
        send: (value, stamp, leaving) =>
          new Promise(
            (answer, reject) => void sent.push({ value, stamp, leaving, answer, fail: () => reject(new Error('no')) }),
          ),
      },
      () => (number += 1),
    );
    return { clock, sent, writes, values: () => sent.map(({ value }) => value) };
  };

  it('writes at once, then only the newest value, and not before the minimum interval', async () => {
    const { clock, sent, writes, values } = setUp();
    writes.write(1);
    writes.write(2);
    writes.write(3);
    sent[0]?.answer({ kind: 'saved', version: 7 });
    await settle();
    expect(values()).toEqual([1]);
    clock.advance(WRITE_FLOOR_MS - 1);
    expect(values()).toEqual([1]);
    clock.advance(1);
    expect(sent[1]).toMatchObject({ value: 3, stamp: { base_version: 7, writer: 'page', number: 2 }, leaving: false });
  });

  it('sends a waiting value when the page is left, even while a write is in progress', async () => {
    const { sent, writes, values } = setUp();
    writes.write(1);
    writes.write(2);
    void writes.leave();
    void writes.leave();
    expect(values()).toEqual([1, 2]);
    expect(sent[1]).toMatchObject({ leaving: true, stamp: { base_version: 0, number: 2 } });
    sent[1]?.answer({ kind: 'saved', version: 9 });
    sent[0]?.answer({ kind: 'saved', version: 8 });
    await settle();
    expect(writes.version()).toBe(9);
  });

  it('discards values from before a foreign write, and bases later ones on that write', async () => {
    const { clock, sent, writes, values } = setUp();
    writes.write(1);
    writes.write(2);
    sent[0]?.answer({ kind: 'stale', version: 40 });
    await settle();
    clock.advance(60_000);
    expect(values()).toEqual([1]);
    writes.write(3);
    expect(sent[1]).toMatchObject({ value: 3, stamp: { base_version: 40 } });
  });

  it('repeats an unanswered write with growing pauses, unless there is a newer value', async () => {
    const { clock, sent, writes, values } = setUp();
    writes.write(1);
    sent[0]?.fail();
    await settle();
    clock.advance(15_000);
    expect(values()).toEqual([1, 1]);
    sent[1]?.fail();
    await settle();
    clock.advance(29_999);
    expect(values()).toEqual([1, 1]);
    writes.write(2);
    clock.advance(1);
    expect(values()).toEqual([1, 1, 2]);
  });

  it('discards a waiting value after a newer read, and ignores a read older than its own write', () => {
    const { clock, sent, writes, values } = setUp();
    writes.know(5);
    writes.write(1);
    writes.write(2);
    writes.know(4);
    expect(writes.version()).toBe(5);
    writes.know(6);
    sent[0]?.answer({ kind: 'off' });
    clock.advance(60_000);
    expect(values()).toEqual([1]);
  });
});
