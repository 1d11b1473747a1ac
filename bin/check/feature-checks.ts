import { testFilesOf, type Feature } from '../../test/support/features.ts';
import { cloudLanes, type Lane, type Step } from '../steps.ts';

/** Tests of all endpoints and permissions, which `SOUNDSTAGE_FEATURE` limits to a feature. */
const OF_ENDPOINTS = ['test/integration/stack/matrix.test.ts', 'test/integration/stack/hostile-input.test.ts'];
const OF_PERMISSIONS = 'test/integration/local/least-privilege.test.ts';

/** Steps with the test files that each one is limited to. */
export interface FeatureChecks {
  readonly steps: readonly Step[];
  /** Test files by step. A step without an entry runs all of its tests. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/**
 * What a change of a feature must pass before its pull request: the checks of all sources, all tests of the
 * infrastructure, and the other tests that concern the feature.
 */
export const featureChecks = (feature: Feature): FeatureChecks => {
  const own = testFilesOf(feature);
  const filesOf = (kind: string): readonly string[] => own.filter((path) => path.startsWith(`test/${kind}/`));
  const files: Readonly<Record<string, readonly string[]>> = {
    'jest:unit': filesOf('unit'),
    'jest:web': filesOf('web'),
    'jest:integration': filesOf('integration'),
    'jest:stack': feature.endpoints.length > 0 ? OF_ENDPOINTS : [],
    'jest:local': [OF_PERMISSIONS],
  };
  const lane = (...steps: readonly string[]): Lane => ({
    steps: steps.filter((step) => files[step]?.length !== 0),
    workers: 1,
  });
  return {
    steps: [
      [lane('lint', 'jest:unit', 'jest:web'), lane('typecheck', 'format', 'jest:architecture', 'jest:infra')],
      cloudLanes([['jest:integration', 'jest:stack', 'jest:local'].filter((step) => files[step]?.length !== 0)]),
    ],
    files,
  };
};
