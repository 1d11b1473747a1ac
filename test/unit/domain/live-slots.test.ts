import {
  beginSending,
  claimSending,
  endSending,
  FLOOR_MS,
  OVERDUE_MS,
  SENDING_MS,
  type Sending,
  type Start,
  type TopicState,
} from '../../../lambdas/domain/live/slots.ts';
import { createRandom, newSeed } from '../../support/random.ts';

interface Rules {
  readonly claim: typeof claimSending;
  readonly begin: typeof beginSending;
  readonly end: typeof endSending;
}

const rules: Rules = { claim: claimSending, begin: beginSending, end: endSending };

/** The control: it chooses the same slots, but sends everything that comes out of the queue. */
const naive: Rules = {
  ...rules,
  begin: (state, { claim }, now): Start => ({
    kind: 'begin',
    state: { ...state, claim: undefined, due_at: undefined, started_at: now, send: claim },
  }),
};

interface Message extends Sending {
  readonly only?: readonly number[];
}

const CONNECTIONS = 4;
/** The function's timeout; SENDING_MS is longer. */
const LIMIT_MS = 60_000;

/**
 * Simulates one topic with its stream consumers and its sender, including late and repeated deliveries, consumers that
 * crash before they queue their message and are retried, senders that crash halfway, and unreachable connections.
 */
const simulate = (seed: number, { claim, begin, end }: Rules) => {
  const random = createRandom(seed);
  const chance = (likely: number) => random() < likely;
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const steps: { at: number; run: (now: number) => void }[] = [];
  const later = (at: number, run: (now: number) => void) => void steps.push({ at, run });
  let state: TopicState = {};
  const posts: number[][] = Array.from({ length: CONNECTIONS }, () => []);
  const begun: number[] = [];
  const changes: number[] = [];
  let names = 0;

  const enqueue = (message: Message, now: number, ms: number) => {
    // The queue counts in whole seconds and can deliver up to two seconds late.
    const at = now + Math.ceil(Math.max(0, ms) / 1000) * 1000 + between(0, 2000);
    later(at, (then) => send(message, then));
    if (chance(0.1)) later(at + between(0, 90_000), (then) => send(message, then));
  };
  const send = (message: Message, now: number) => {
    const start = begin(state, message, now);
    if (start.kind === 'drop' || start.kind === 'give up') return;
    if (start.kind === 'wait') return enqueue(message, now, Math.min(start.ms, FLOOR_MS));
    state = start.state;
    if (!message.only) begun.push(now);
    const lasts = chance(0.1) ? between(5000, LIMIT_MS) : between(10, 800);
    const dies = chance(0.1) ? between(0, lasts) : undefined;
    const missed: number[] = [];
    (message.only ?? posts.map((_, index) => index)).forEach((connection) => {
      const after = between(0, lasts);
      if (dies !== undefined && after > dies) return;
      if (chance(0.1)) missed.push(connection);
      else later(now + after, (then) => void posts[connection]?.push(then));
    });
    if (dies !== undefined) return later(now + between(dies, 180_000), (then) => send(message, then));
    later(now + lasts, (then) => {
      state = end(state, message.claim, then) ?? state;
      if (missed.length > 0)
        enqueue({ claim: `again-${(names += 1)}`, due_at: then, partial: true, only: missed }, then, FLOOR_MS);
    });
  };
  const consume = (name: string, now: number) => {
    const claimed = claim(state, name, now);
    if (!claimed) return;
    state = claimed.state;
    if (chance(0.1)) return later(now + between(100, 40_000), (then) => consume(name, then));
    enqueue({ claim: name, due_at: claimed.dueAt, partial: false }, now, claimed.dueAt - now);
  };

  let at = 1_000_000;
  for (let count = between(1, 60); count > 0; count -= 1) {
    at += chance(0.7) ? between(0, 400) : between(0, 20_000);
    changes.push(at);
    const name = `claim-${(names += 1)}`;
    later(at + between(0, 3000), (now) => consume(name, now));
  }
  for (let count = 0; steps.length > 0 && count < 5000; count += 1) {
    let next = 0;
    steps.forEach((step, index) => void (step.at < (steps[next]?.at ?? Infinity) && (next = index)));
    const [step] = steps.splice(next, 1);
    step?.run(step.at);
  }
  const gaps = posts.flatMap((times) => times.map((time, index) => time - (times[index - 1] ?? -Infinity)));
  return {
    state,
    changes,
    begun,
    tooEarly: gaps.filter((gap) => gap < FLOOR_MS).length,
    posts: posts.flat().length,
    open: steps.length,
  };
};

const firstSeed = newSeed();
const seeds = Array.from({ length: 2000 }, (_, index) => firstSeed + index);

describe('the sendings of a topic, under any interleaving', () => {
  it('reach no connection twice within the minimum interval and cover every change, unlike the control', () => {
    let posts = 0;
    let changed = 0;
    let early = 0;
    for (const seed of seeds) {
      const world = simulate(seed, rules);
      posts += world.posts;
      changed += world.changes.length;
      early += simulate(seed, naive).tooEarly;
      expect([seed, 'too early', world.tooEarly]).toEqual([seed, 'too early', 0]);
      expect([seed, 'left to do', world.open]).toEqual([seed, 'left to do', 0]);
      // A client that is notified after a change reads its result.
      const last = world.begun.at(-1) ?? 0;
      expect([seed, last >= (world.changes.at(-1) ?? 0)]).toEqual([seed, true]);
      expect([seed, world.state.claim, world.state.send === undefined || (world.state.free_at ?? 0) > 0]).toEqual([
        seed,
        undefined,
        true,
      ]);
    }
    console.log(
      `${seeds.length} schedules from seed ${firstSeed}: ${changed} changes, ${posts} messages, 0 too early; ` +
        `${early} too early in the control`,
    );
    expect(early).toBeGreaterThan(seeds.length);
  });
});

describe('a slot', () => {
  it('is now when nothing was sent recently, and covers every change until it begins', () => {
    const first = claimSending({}, 'a', 1000);
    expect(first).toEqual({ state: { claim: 'a', due_at: 1000 }, dueAt: 1000 });
    expect(claimSending(first?.state ?? {}, 'b', 1001)).toBeUndefined();
    expect(claimSending(first?.state ?? {}, 'a', 1001)?.dueAt).toBe(1000);
  });

  it('is otherwise the minimum interval after the last start', () => {
    expect(claimSending({ started_at: 1000 }, 'a', 2000)?.dueAt).toBe(1000 + FLOOR_MS);
    expect(claimSending({ started_at: 1000 }, 'a', 20_000)?.dueAt).toBe(20_000);
  });

  it('is abandoned after a while when it never began', () => {
    const lost = { claim: 'a', due_at: 1000 };
    expect(claimSending(lost, 'b', 1000 + OVERDUE_MS - 1)).toBeUndefined();
    expect(claimSending(lost, 'b', 1000 + OVERDUE_MS)).toMatchObject({ state: { claim: 'b' } });
  });
});

describe('a sending', () => {
  const sending: Sending = { claim: 'a', due_at: 1000, partial: false };

  it('begins once, blocks others until it has ended and the interval has passed, and is dropped when repeated', () => {
    const begun = beginSending({ claim: 'a', due_at: 1000 }, sending, 1000);
    expect(begun).toEqual({
      kind: 'begin',
      state: { claim: undefined, due_at: undefined, started_at: 1000, send: 'a', free_at: 1000 + SENDING_MS },
    });
    const state = begun.kind === 'begin' ? begun.state : {};
    expect(beginSending(state, { claim: 'b', due_at: 6000, partial: false }, 6000)).toEqual({
      kind: 'wait',
      ms: SENDING_MS - 5000,
    });
    const ended = endSending(state, 'a', 1500) ?? {};
    expect(ended).toMatchObject({ send: undefined, free_at: 1500 + FLOOR_MS });
    expect(beginSending(ended, sending, 9000)).toEqual({ kind: 'drop' });
    expect(beginSending(ended, { claim: 'b', due_at: 6000, partial: false }, 6000)).toEqual({ kind: 'wait', ms: 500 });
    expect(endSending(ended, 'a', 9000)).toBeUndefined();
  });

  it('begins again after an interruption, when its maximum duration is over', () => {
    const broken = { started_at: 1000, send: 'a', free_at: 1000 + SENDING_MS };
    expect(beginSending(broken, sending, 2000).kind).toBe('wait');
    expect(beginSending(broken, sending, 1000 + SENDING_MS).kind).toBe('begin');
  });

  it('to some connections does not affect a due sending to all', () => {
    const again = beginSending(
      { claim: 'b', due_at: 6000, started_at: 1000, free_at: 6000 },
      { claim: 'x', due_at: 1500, partial: true },
      6000,
    );
    expect(again).toMatchObject({ kind: 'begin', state: { claim: 'b', due_at: 6000, started_at: 1000, send: 'x' } });
  });
});
