import { createSessionTimer, WARNING_MS } from '../../../web/src/features/sessions/session-timer.ts';
import { createManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Lets pending promises settle. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A server with one session, and any number of tabs. */
const createServer = (clock: ReturnType<typeof createManualClock>) => {
  let until = clock.now() + DAY;
  const reports: string[] = [];
  return {
    reports,
    online: true,
    extendElsewhere: () => void (until = clock.now() + DAY),
    async ask(): Promise<number | undefined> {
      return this.online ? until - clock.now() : undefined;
    },
    async report(by: string): Promise<number | undefined> {
      if (!this.online) return undefined;
      reports.push(by);
      until = clock.now() + DAY;
      return DAY;
    },
  };
};

const start = async (tabs = 1) => {
  const clock = createManualClock();
  const server = createServer(clock);
  const opened = Array.from({ length: tabs }, () => ({ warnings: [] as (number | null)[], expired: 0 }));
  const timers = opened.map((tab, index) =>
    createSessionTimer({
      clock,
      ask: () => server.ask(),
      report: (by) => server.report(by),
      notifyTabs: (ms) => timers.forEach((timer, other) => other !== index && timer.heard(ms)),
      onWarning: (endsAt) => tab.warnings.push(endsAt),
      onExpired: () => (tab.expired += 1),
    }),
  );
  for (const timer of timers) await timer.check();
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  const [timer, tab] = [timers[0], opened[0]];
  if (!timer || !tab) throw new Error('There is no tab');
  return { clock, server, timers, opened, timer, tab, pass };
};

it('warns once, five minutes before the end, and ends the session then', async () => {
  const { clock, tab, pass } = await start();
  const endsAt = clock.now() + DAY;
  await pass(DAY - WARNING_MS - 1);
  expect(tab.warnings).toEqual([]);
  await pass(1);
  expect(tab.warnings).toEqual([endsAt]);
  await pass(WARNING_MS - 1);
  expect([tab.warnings.length, tab.expired]).toEqual([1, 0]);
  await pass(1);
  expect(tab.expired).toBe(1);
});

it('reports activity a second later, then at most every 15 minutes, the last activity included', async () => {
  const { server, timer, pass } = await start();
  timer.active();
  await pass(999);
  expect(server.reports).toHaveLength(0);
  await pass(1);
  expect(server.reports).toHaveLength(1);
  for (let second = 0; second < 14 * 60; second += 1) {
    timer.active();
    await pass(1000);
  }
  expect(server.reports).toHaveLength(1);
  await pass(MINUTE);
  expect(server.reports).toHaveLength(2);
  await pass(2 * DAY - DAY - 10 * MINUTE);
  expect(server.reports).toHaveLength(2);
});

it('does not warn while there is activity, and counts from the last one', async () => {
  const { timer, tab, pass } = await start();
  for (let hour = 0; hour < 48; hour += 1) {
    timer.active();
    await pass(1000);
    await pass(60 * MINUTE - 1000);
  }
  expect(tab.warnings).toEqual([]);
  await pass(DAY - 64 * MINUTE);
  expect(tab.warnings).toHaveLength(1);
});

it('lets only an answer end the warning, so that the buttons can be reached', async () => {
  const { server, timer, tab, pass } = await start();
  await pass(DAY - WARNING_MS);
  timer.active();
  await pass(MINUTE);
  expect([server.reports, tab.warnings.length]).toEqual([[], 1]);
  expect(await timer.extend()).toBe(true);
  expect([server.reports, tab.warnings.at(-1)]).toEqual([['extended'], null]);
  await pass(WARNING_MS);
  expect(tab.expired).toBe(0);
});

it('counts activity in any tab, for all tabs', async () => {
  const { timers, opened, pass } = await start(2);
  await pass(DAY - 10 * MINUTE);
  timers[1]?.active();
  await pass(30 * MINUTE);
  expect(opened.map(({ warnings, expired }) => [warnings.length, expired])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

it('closes the warning of one tab when another one extends the session', async () => {
  const { timers, opened, pass } = await start(2);
  await pass(DAY - WARNING_MS);
  expect(opened.map(({ warnings }) => warnings.length)).toEqual([1, 1]);
  await timers[1]?.extend();
  expect(opened.map(({ warnings }) => warnings.at(-1))).toEqual([null, null]);
});

it('asks the server before it warns, because activity elsewhere may not have been heard', async () => {
  const { server, tab, pass } = await start();
  await pass(DAY - 60 * MINUTE);
  server.extendElsewhere();
  await pass(60 * MINUTE);
  expect([tab.warnings, tab.expired]).toEqual([[], 0]);
});

it('continues without a network, and warns and ends by its own time', async () => {
  const { server, timer, tab, pass } = await start();
  server.online = false;
  expect(await timer.extend()).toBe(false);
  await pass(DAY - WARNING_MS);
  expect([tab.warnings.length, tab.expired]).toEqual([1, 0]);
  await pass(WARNING_MS);
  expect(tab.expired).toBe(1);
});

it('does nothing after it is stopped', async () => {
  const { server, timer, tab, pass } = await start();
  timer.active();
  timer.stop();
  timer.active();
  await pass(2 * DAY);
  expect([server.reports, tab.warnings, tab.expired]).toEqual([[], [], 0]);
});
