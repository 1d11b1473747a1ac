import ts from 'typescript';
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
    pattern: /\bjest\.setTimeout\(|^\s*\}, \d[\d_]{4,}\);$/m,
    instead: 'jest.config.mjs limits each kind of test',
  },
  {
    name: 'inputs that are new in each run',
    where: /^test\/(?!architecture\/|bench\/|support\/(?:random|setup\/fast-check)\.ts)/,
    pattern: /from 'fast-check'|\bDate\.now\(\) (?:%|>>>)|\bMath\.random\(\) \*/,
    instead: 'use support/setup/fast-check.ts or newSeed(): new ones are for npm run soak',
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
  {
    name: 'a cloud of its own without a reason',
    where: /^test\/(?:e2e|integration\/stack)\//,
    pattern:
      /(?<!\/\/ A cloud of its own: [^\n]*\n[^\n]*)\b(?:startLocalStack|startLocalCloud|startTestCloud|openSite)\(/,
    instead: 'use sharedStack or openSharedSite, or write above it “A cloud of its own: …”',
  },
];

const found = (habit: Habit, files: readonly { readonly path: string; readonly text: string }[]): readonly string[] =>
  files
    .filter(({ path, text }) => habit.where.test(path) && habit.pattern.test(text))
    .map(({ path }) => `${path}: ${habit.name} (${habit.instead})`);

it.each(habits)('no test has $name', (habit) => {
  expect(found(habit, readSources('test'))).toEqual([]);
});

/** Names of the functions that declare a test. */
const DECLARES_TEST = /^(?:it|it\.each\(.*\)|scenario)$/s;

/** The tests of a file: the calls that declare them. */
const testsOf = (file: ts.SourceFile): readonly ts.CallExpression[] => {
  const tests: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && DECLARES_TEST.test(node.expression.getText(file))) tests.push(node);
    else node.forEachChild(visit);
  };
  visit(file);
  return tests;
};

/** Names that a piece of code assigns, or, with `read`, all names in it. */
const namesIn = (code: ts.Node, kind: 'assigned' | 'read'): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (kind === 'read' && ts.isIdentifier(node)) names.add(node.text);
    if (kind === 'assigned' && ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      for (const target of ts.isArrayLiteralExpression(node.left) ? node.left.elements : [node.left])
        if (ts.isIdentifier(target)) names.add(target.text);
    node.forEachChild(visit);
  };
  visit(code);
  return names;
};

/** Variables of a module that one test sets and another one reads. */
const sharedState = (path: string, text: string): readonly string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const variables = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: list }) => (list.flags & ts.NodeFlags.Let ? [...list.declarations] : []))
    .map(({ name }) => name.getText(file));
  const tests = testsOf(file);
  return variables
    .filter((name) =>
      tests.some(
        (test) =>
          namesIn(test, 'assigned').has(name) &&
          tests.some((other) => other !== test && namesIn(other, 'read').has(name)),
      ),
    )
    .map((name) => `${path}: ${name}`);
};

it('no browser test reads what another one left in a variable', () => {
  const browserTests = readSources('test/e2e');
  expect(browserTests.length).toBeGreaterThan(20);
  expect(browserTests.flatMap(({ path, text }) => sharedState(path, text))).toEqual([]);
  const control = "let id = '';\nit('a', async () => { id = await make(); });\nit('b', () => open(id));";
  expect(sharedState('a.ts', control)).toEqual(['a.ts: id']);
  expect(sharedState('b.ts', control.replace('open(id)', 'open()'))).toEqual([]);
});

it('finds each of them', () => {
  const texts = [
    'jest.setTimeout(5)',
    "import fc from 'fast-check';",
    'await page.clock.pauseAt(1)',
    "await page.goto('/');\nawait page.clock.install()",
    'await page.waitForTimeout(5)',
    'new Promise((resolve) => setTimeout(resolve, 50))',
    'const response = page.waitForResponse(isAnswer)',
    'site = await openSite();',
  ];
  const files = texts.map((text) => ({ path: 'test/e2e/control.test.ts', text }));
  expect(new Set(habits.flatMap((habit) => found(habit, files))).size).toBe(habits.length);
  const limited = [{ path: 'test/unit/control.test.ts', text: "it('ends', () => {\n  wait();\n}, 120_000);" }];
  expect(habits.flatMap((habit) => found(habit, limited))).toHaveLength(1);
  const allowed = {
    path: 'test/e2e/allowed.test.ts',
    text: '// Between two polls.\nawait new Promise((resolve) => setTimeout(resolve, 50));',
  };
  expect(habits.flatMap((habit) => found(habit, [allowed]))).toEqual([]);
});
