import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../lambdas/contract/index.ts';
import {
  importCycles,
  largeFolders,
  listFiles,
  listTextFiles,
  longFunctions,
  longLines,
  readSources,
  repositoryRoot,
  type SourceFile,
} from '../support/source-tree.ts';

const sources = readSources('bin', 'infra', 'lambdas', 'web');
const withTests = [...sources, ...readSources('test')];

/** Code, styles, pages and documents of every folder, tests included. */
const texts = listTextFiles().map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));

/** `path: what` for every file and import that breaks a rule. */
const breaches = (where: RegExp, check: (file: SourceFile) => readonly string[]): readonly string[] =>
  sources.filter(({ path }) => where.test(path)).flatMap((file) => check(file).map((what) => `${file.path}: ${what}`));

const importsOutside = (allowed: readonly RegExp[]) => (file: SourceFile) =>
  file.imports.filter((path) => !allowed.some((pattern) => pattern.test(path)));

/** The first folder below `root`. Files of different compartments must not import each other. */
const compartment = (path: string, root: string): string | undefined =>
  path.startsWith(`${root}/`) && path.slice(root.length + 1).includes('/')
    ? path.slice(root.length + 1).split('/')[0]
    : undefined;

describe('the project structure', () => {
  it('has only the documented files and folders at the top level', () => {
    const allowed = [
      'LICENSE',
      'README.md',
      'bin',
      'cdk.json',
      'eslint.config.mjs',
      'infra',
      'jest.config.mjs',
      'lambdas',
      'package-lock.json',
      'package.json',
      'test',
      'tsconfig.json',
      'web',
    ];
    const found = readdirSync(repositoryRoot).filter(
      (name) => !name.startsWith('.') && !['node_modules', 'cdk.out', 'coverage', 'screenshots'].includes(name),
    );
    expect(found.sort()).toEqual(allowed.sort());
  });

  it.each([
    ['the contract imports only itself', /^lambdas\/contract\//, [/^lambdas\/contract\//]],
    ['events import only the contract', /^lambdas\/events\//, [/^lambdas\/(events|contract)\//]],
    [
      'domain rules import only the contract and events',
      /^lambdas\/domain\//,
      [/^lambdas\/(domain|contract|events)\//],
    ],
    [
      'repositories import only the domain and the contract',
      /^lambdas\/data\//,
      [/^lambdas\/(data|domain|contract)\//],
    ],
    [
      'clients import only the domain, the contract and events',
      /^lambdas\/platform\//,
      [/^lambdas\/(platform|domain|contract|events)\//],
    ],
    ['the HTTP chain imports no feature', /^lambdas\/http\//, [/^lambdas\/(http|domain|contract)\//]],
    ['functions import no infrastructure and no web code', /^lambdas\/(api|workers)\//, [/^lambdas\//]],
    ['the web application imports only the contract', /^web\/src\//, [/^web\/src\//, /^lambdas\/contract\//]],
    [
      'the local cloud imports only the contract, and reads the template',
      /^infra\/local\//,
      [/^infra\/local\//, /^lambdas\/contract\//],
    ],
  ] as const)('%s', (_, where, allowed) => {
    expect(breaches(where, importsOutside(allowed))).toEqual([]);
  });

  // The contract, event names, the table with its entities, and types.
  it('limits what infrastructure imports from lambdas', () => {
    const found = breaches(/^infra\/(?!local\/)/, (file) =>
      file.imports.filter(
        (path) =>
          path.startsWith('lambdas/') &&
          !/^lambdas\/(contract\/|events\/|data\/(entities|table\/table-definition)\.ts)/.test(path) &&
          !(/\/(env|data\/table\/entity)\.ts$/.test(path) && file.typeOnly.has(path)),
      ),
    );
    expect(found).toEqual([]);
  });

  it('has no imports between API functions, workers, features or areas', () => {
    const found = ['lambdas/api', 'lambdas/workers', 'web/src/features', 'web/src/areas'].flatMap((root) =>
      breaches(new RegExp(`^${root}/`), (file) =>
        file.imports.filter((path) => {
          const own = compartment(file.path, root);
          const other = compartment(path, root);
          return other !== undefined && other !== own;
        }),
      ),
    );
    expect(found).toEqual([]);
  });

  it('imports in the web application only in the order app, areas, features, core, ui, lib', () => {
    const order = ['lib', 'ui', 'core', 'features', 'areas', 'app'];
    const rank = (path: string) => order.indexOf(path.split('/')[2] ?? '');
    const found = breaches(/^web\/src\/[^/]+\//, (file) =>
      file.imports.filter(
        (path) => path.startsWith('web/src/') && rank(path) > rank(file.path) && rank(file.path) >= 0,
      ),
    );
    expect(found).toEqual([]);
  });

  it('has no import cycle', () => {
    expect(importCycles(withTests)).toEqual([]);
    const control = { path: 'a.ts', imports: ['b.ts'] };
    expect(importCycles([control, { path: 'b.ts', imports: ['a.ts'] }])).toEqual(['a.ts -> b.ts -> a.ts']);
  });

  it('has no code or style file over 400 lines and no handler file over 60', () => {
    const tooLong = (path: string, text: string, limit: number) => {
      const lines = text.split('\n').length - 1;
      return lines > limit ? [`${path}: ${lines}`] : [];
    };
    const code = texts.filter(({ path }) => !path.endsWith('.md'));
    expect(code.flatMap(({ path, text }) => tooLong(path, text, 400))).toEqual([]);
    const handlers = code.filter(({ path }) => /^lambdas\/(api|workers)\/[^/]+\/[^/]+\.ts$/.test(path));
    expect(handlers.flatMap(({ path, text }) => tooLong(path, text, 60))).toEqual([]);
    expect(tooLong('long.css', '.a {}\n'.repeat(401), 400)).toEqual(['long.css: 401']);
    expect(code.filter(({ path }) => path.endsWith('.css')).length).toBeGreaterThan(50);
  });

  it('has no line over 120 characters', () => {
    expect(texts.flatMap(({ path, text }) => longLines(path, text).map((line) => `${path}:${line}`))).toEqual([]);
    const long = 'word '.repeat(25);
    expect(longLines('a.ts', `short\n${long}\n// ${long}`)).toEqual(['2: 125', '3: 128']);
    expect(longLines('a.md', `${long}\n| ${long} |\nhttps://example.com/${long}`)).toEqual(['1: 125']);
  });

  it('names no document that the repository does not have', () => {
    const names = new Set(listFiles().flatMap((path) => path.split('/').at(-1) ?? []));
    const unknown = ({ path, text }: { readonly path: string; readonly text: string }) =>
      [...text.matchAll(/\b[\w-]+\.md\b/g)].flatMap(([name]) => (names.has(name) ? [] : [`${path}: ${name}`]));
    expect(texts.filter(({ path }) => path !== 'test/architecture/structure.test.ts').flatMap(unknown)).toEqual([]);
    expect(unknown({ path: 'a.ts', text: '// See README.md and no-such.md 3.' })).toEqual(['a.ts: no-such.md']);
  });

  it('has no function over 100 lines outside tests', () => {
    const found = sources.flatMap(({ path, text }) => longFunctions(path, text).map((line) => `${path}:${line}`));
    expect(found).toEqual([]);
    const body = 'run();\n'.repeat(99);
    expect(longFunctions('a.tsx', `const short = () => {\n${body.slice(7)}};\n`)).toEqual([]);
    expect(longFunctions('a.tsx', `\nconst long = () => {\n${body}};\n`)).toEqual(['2: 101']);
    expect(longFunctions('a.ts', `class A {\n  long() {\n${body}}\n}\n`)).toEqual(['2: 101']);
  });

  it('has no folder with more than 25 files', () => {
    expect(largeFolders(listFiles())).toEqual([]);
    const control = Array.from({ length: 26 }, (_, index) => `web/${index}.ts`);
    expect(largeFolders(control)).toEqual(['web: 26']);
    expect(largeFolders(control.slice(1))).toEqual([]);
  });

  it('downloads parts of screens only where a failure has a place of its own', () => {
    const lazily = (file: SourceFile) => (/\blazy(?:Component)?\(/.test(file.text) ? ['lazy'] : []);
    expect(breaches(/^web\/src\//, lazily)).toEqual([
      'web/src/app/routes.tsx: lazy',
      'web/src/areas/admin/routing/admin-part.tsx: lazy',
      'web/src/core/lazy-component.ts: lazy',
      'web/src/core/lazy-part.tsx: lazy',
    ]);
  });

  it('reads the environment only in index.ts and container.ts', () => {
    expect(
      breaches(/^lambdas\//, (file) =>
        /process\.env/.test(file.text) && !/\/(index|container)\.ts$/.test(file.path) ? ['process.env'] : [],
      ),
    ).toEqual([]);
  });

  it('never scans the table', () => {
    expect(
      breaches(/^lambdas\//, (file) => (/ScanCommand|['"]dynamodb:Scan|\bscan\(/.test(file.text) ? ['Scan'] : [])),
    ).toEqual([]);
    expect(
      breaches(/^infra\/(?!local\/)/, (file) =>
        /dynamodb:(Scan|\*)|grantRead|grantFull/.test(file.text) ? ['a Scan permission'] : [],
      ),
    ).toEqual([]);
  });

  it('uses only zod/mini in functions, the contract and the web application', () => {
    expect(breaches(/^(lambdas|web\/src)\//, (file) => file.packages.filter((name) => name === 'zod'))).toEqual([]);
    expect(breaches(/^lambdas\/contract\//, (file) => file.packages.filter((name) => name !== 'zod/mini'))).toEqual([]);
  });

  it('imports Amplify and hls.js in one folder each', () => {
    expect(
      breaches(/^web\/src\/(?!lib\/auth\/)/, (file) => file.packages.filter((name) => name.startsWith('aws-amplify'))),
    ).toEqual([]);
    expect(
      breaches(/^web\/src\/(?!features\/player\/engine)/, (file) =>
        file.packages.filter((name) => name.startsWith('hls.js')),
      ),
    ).toEqual([]);
  });

  it('has no AWS imports in the domain and no CDK imports in the local cloud', () => {
    expect(
      breaches(/^lambdas\/domain\//, (file) =>
        file.packages.filter(
          (name) => /^(@aws-sdk|@smithy|aws-)/.test(name) && !/import type[^;]*@aws-sdk/.test(file.text),
        ),
      ),
    ).toEqual([]);
    expect(
      breaches(/^infra\/local\//, (file) => file.packages.filter((name) => /^(aws-cdk|constructs|cdk-)/.test(name))),
    ).toEqual([]);
  });

  it('has a file named after the key of every endpoint', () => {
    const missing = Object.keys(endpoints).filter((key) => {
      const [feature = '', useCase = ''] = key.split('.');
      return !existsSync(join(repositoryRoot, 'lambdas', 'api', feature, `${useCase}.ts`));
    });
    expect(missing).toEqual([]);
  });

  it('names no package registry and no path of a single machine', () => {
    const registry = new RegExp(['registry\\.npmjs', 'npmjs\\.org', '/root/', '/home/[a-z]', '/work/'].join('|'));
    const found = withTests.filter(
      ({ path, text }) => path !== 'test/architecture/structure.test.ts' && registry.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});
