import { readSources } from '../support/source-tree.ts';

/** Code that makes a test depend on how fast or busy the machine is, or on another test. */
interface Habit {
  readonly name: string;
  /** Where it is looked for. */
  readonly where: RegExp;
  readonly pattern: RegExp;
  /** What to do instead. */
  readonly instead: string;
}

const TESTS = /^test\/(?!architecture\/|bench\/)/;

const habits: readonly Habit[] = [
  {
    name: 'a time limit of its own',
    where: /^test\/(?!architecture\/|support\/time-limit\.ts)/,
    pattern: /\bjest\.setTimeout\(/,
    instead: 'jest.config.mjs limits each kind of test',
  },
  {
    name: 'a stopped clock',
    where: TESTS,
    pattern: /\bclock\.(?:pauseAt|setFixedTime)\(/,
    instead: 'on a page whose clock does not advance, what waits for it waits forever; move it forward',
  },
  {
    name: 'a clock that is installed after the page was loaded',
    where: TESTS,
    pattern: /\.goto\([^]*\bclock\.install\(/,
    instead: 'install it before the first navigation',
  },
  {
    name: 'a fixed sleep',
    where: TESTS,
    pattern: /(?<!\/\/ [^\n]*\n[^\n]*)\b(?:waitForTimeout\(|setTimeout\(\s*\w+,\s*\d[\d_]+\))/,
    instead: 'wait for what the time was for; a pause of a poll needs its reason in a comment above it',
  },
  {
    name: 'a response that a cache may answer',
    where: /^test\/e2e\//,
    pattern: /(?<!\/\/ [^\n]*\n[^\n]*)\bwaitForResponse\(/,
    instead: 'wait for what the user sees, or write above it why there is always a request',
  },
];

const found = (habit: Habit, files: readonly { readonly path: string; readonly text: string }[]): readonly string[] =>
  files
    .filter(({ path, text }) => habit.where.test(path) && habit.pattern.test(text))
    .map(({ path }) => `${path}: ${habit.name} (${habit.instead})`);

it.each(habits)('no test has $name', (habit) => {
  expect(found(habit, readSources('test'))).toEqual([]);
});

it('finds each of them', () => {
  const texts = [
    'jest.setTimeout(5)',
    'await page.clock.pauseAt(1)',
    "await page.goto('/');\nawait page.clock.install()",
    'await page.waitForTimeout(5)',
    'new Promise((resolve) => setTimeout(resolve, 50))',
    'const response = page.waitForResponse(isAnswer)',
  ];
  const files = texts.map((text) => ({ path: 'test/e2e/control.test.ts', text }));
  expect(new Set(habits.flatMap((habit) => found(habit, files))).size).toBe(habits.length);
  const allowed = {
    path: 'test/e2e/allowed.test.ts',
    text: '// Between two polls.\nawait new Promise((resolve) => setTimeout(resolve, 50));',
  };
  expect(habits.flatMap((habit) => found(habit, [allowed]))).toEqual([]);
});
