// The web application shows local times. Workers inherit it.
process.env.TZ = 'UTC';

/**
 * Packages of hundreds of files or megabytes of code that few of the test files use which import them through others.
 * They load when they are used: Jest loads every package again for each test file.
 */
const lazy = ['typescript', '@simplewebauthn/server', 'stripe', 'otplib', 'tinyld', 'obscenity', 'vader-sentiment'];

const swc = (react) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: react, dynamicImport: true },
      ...(react ? { transform: { react: { runtime: 'automatic' } } } : {}),
    },
    module: { type: 'commonjs', lazy },
    sourceMaps: 'inline',
  },
];

/** ESM-only packages, which are compiled for Jest's CommonJS runtime. Names are regular expressions. */
const esmPackages = [
  '@middy',
  '@seriousme',
  'jose',
  'ulid',
  'otplib',
  '@otplib',
  '@scure',
  '@noble',
  'msw',
  '@mswjs',
  'until-async',
  'rettime',
  '@open-draft',
  'chokidar',
  'readdirp',
  'soundswallower',
  String.raw`hls\.js`,
];

const base = {
  rootDir: import.meta.dirname,
  // Each run lists the files in them. Jest finds those of packages, which are 17 times as many, without a list.
  roots: ['bin', 'infra', 'lambdas', 'test', 'web'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  transform: { '\\.tsx$': swc(true), '\\.(ts|mjs|js)$': swc(false) },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '^@middy/([a-z0-9-]+)$': '<rootDir>/node_modules/@middy/$1/index.js',
    // Zod loads them with everything else.
    '/locales/index\\.cjs$': '<rootDir>/test/support/setup/zod-locales.mjs',
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.build', '<rootDir>/.local'],
};

/** The machine may be busy: on one that runs ten programs at once, a test of ten seconds takes minutes. */
const MINUTE_MS = 60_000;

/**
 * One project for each kind of test. To run one alone: `npm test -- --selectProjects unit`. Its time limit only ends
 * tests that hang, so it is far above what any test needs, and files set none of their own. Tests assert what something
 * costs as work (calls, read units, rounds). Jest ignores `testTimeout` of a project, so a setup file sets the limit.
 */
const project = (name, minutes, { setupFilesAfterEnv = [], ...extra } = {}) => ({
  ...base,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  globals: { timeLimitMs: minutes * MINUTE_MS },
  setupFilesAfterEnv: ['<rootDir>/test/support/time-limit.ts', ...setupFilesAfterEnv],
  ...extra,
});

/** A database or a local cloud starts, and conversions run. */
const withDatabase = {
  globalSetup: '<rootDir>/test/support/setup/integration.ts',
  globalTeardown: '<rootDir>/test/support/setup/teardown.ts',
};

export default {
  testSequencer: '<rootDir>/test/support/setup/longest-first.mjs',
  projects: [
    project('unit', 3),
    // Each test reads every source.
    project('architecture', 5),
    project('infra', 15, { globalSetup: '<rootDir>/test/support/setup/infra.ts' }),
    project('integration', 15, { ...withDatabase, testPathIgnorePatterns: ['/test/integration/(local|media|stack)/'] }),
    // Conversions and analyses of files.
    project('media', 15, { ...withDatabase, testMatch: ['<rootDir>/test/integration/media/**/*.test.ts'] }),
    // Tests of the whole product, as it runs in the local cloud.
    project('stack', 15, { ...withDatabase, testMatch: ['<rootDir>/test/integration/stack/**/*.test.ts'] }),
    // Tests of the local cloud itself.
    project('local', 15, { ...withDatabase, testMatch: ['<rootDir>/test/integration/local/**/*.test.ts'] }),
    project('web', 3, {
      testMatch: ['<rootDir>/test/web/**/*.test.{ts,tsx}'],
      testEnvironment: '<rootDir>/test/web/support/environment/environment.ts',
      setupFilesAfterEnv: ['<rootDir>/test/web/support/setup.ts'],
      transformIgnorePatterns: ['/node_modules/(?!(react-router|@remix-run|cookie-es|hls\\.js)/)'],
      moduleNameMapper: {
        ...base.moduleNameMapper,
        '\\.css$': '<rootDir>/test/web/support/css-module.mjs',
        // Part of React Router's framework mode, which we do not use. It needs import.meta, which CommonJS lacks.
        '/routeModules\\.js$': '<rootDir>/test/web/support/route-modules.mjs',
      },
    }),
    // A browser and a local cloud. One test visits all screens.
    project('e2e', 30, {
      testEnvironment: '<rootDir>/test/support/browser/browser-environment.ts',
      globalSetup: '<rootDir>/test/support/setup/e2e.ts',
      globalTeardown: '<rootDir>/test/support/setup/teardown.ts',
    }),
  ],
};
