const swc = (react) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: react, dynamicImport: true },
      ...(react ? { transform: { react: { runtime: 'automatic' } } } : {}),
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** ESM-only packages, which are compiled for Jest's CommonJS runtime. Names are regular expressions. */
const esmPackages = [
  '@middy',
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
  String.raw`hls\.js`,
];

const base = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: { '\\.tsx$': swc(true), '\\.(ts|mjs|js)$': swc(false) },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: { '^@middy/([a-z0-9-]+)$': '<rootDir>/node_modules/@middy/$1/index.js' },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.build', '<rootDir>/.local'],
};

/** One project for each kind of test. To run one alone: `npm test -- --selectProjects unit`. */
const project = (name, extra = {}) => ({
  ...base,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  ...extra,
});

export default {
  // A limit for tests that hang, not a measure of speed: on a busy machine the database alone takes seconds to start.
  testTimeout: 60_000,
  projects: [
    project('unit'),
    project('architecture'),
    project('infra'),
    project('integration'),
    project('web', {
      testMatch: ['<rootDir>/test/web/**/*.test.{ts,tsx}'],
      testEnvironment: 'jest-fixed-jsdom',
      setupFilesAfterEnv: ['<rootDir>/test/web/support/setup.ts'],
      transformIgnorePatterns: ['/node_modules/(?!(react-router|@remix-run|cookie-es|hls\\.js)/)'],
      moduleNameMapper: {
        ...base.moduleNameMapper,
        '\\.css$': '<rootDir>/test/web/support/css-module.mjs',
        // Part of React Router's framework mode, which we do not use. It needs import.meta, which CommonJS lacks.
        '/routeModules\\.js$': '<rootDir>/test/web/support/route-modules.mjs',
      },
    }),
    project('e2e'),
  ],
};
