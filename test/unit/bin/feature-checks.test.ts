import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { featureChecks } from '../../../bin/check/feature-checks.ts';
import { allSteps, type Step } from '../../../bin/steps.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { featureNamed, listFeatures, testFilesOf } from '../../support/features.ts';
import { repositoryRoot } from '../../support/source-tree.ts';

it('finds the feature of every endpoint, and of every function', () => {
  const features = listFeatures();
  expect(features.flatMap((feature) => feature.endpoints).sort()).toEqual(Object.keys(endpoints).sort());
  const missing = features
    .flatMap(({ folders }) => folders)
    .filter((folder) => !['api', 'workers'].some((kind) => existsSync(join(repositoryRoot, 'lambdas', kind, folder))));
  expect(missing).toEqual([]);
});

it('accepts the name in the keys of endpoints too', () => {
  expect(featureNamed('username').name).toBe('credentials');
  expect(featureNamed('history').folders).toEqual(['history']);
});

it('names the features when one is unknown', () => {
  expect(() => featureNamed('histroy')).toThrow(
    /^There is no feature "histroy"\. The features are: account, .*, history, .*\.$/,
  );
});

it.each([
  ['history', ['unit/api/history', 'unit/domain/history', 'web/history/history-screen']],
  ['library', ['unit/api/library', 'integration/api/library-repositories', 'web/library/playlists']],
  ['dashboard', ['unit/domain/counted', 'integration/api/counts-repository', 'web/admin/dashboard-screen']],
])('selects the tests of %s, and of the lists that it extends', (name, expected) => {
  const found = testFilesOf(featureNamed(name));
  const shared = ['unit/data/entities', 'unit/http/openapi', 'web/app/screens'];
  expect(found.map((path) => path.replace(/^test\/(.*)\.test\.tsx?$/, '$1'))).toEqual(
    expect.arrayContaining([...expected, ...shared]),
  );
  expect(found).not.toContain('test/web/ui/tabs.test.tsx');
});

it('runs the tests of all endpoints only for features that have endpoints', () => {
  const integrationOf = (name: string) => {
    const { files } = featureChecks(featureNamed(name));
    return ['jest:integration', 'jest:stack', 'jest:local'].flatMap((step) => files[step] ?? []);
  };
  expect(integrationOf('history')).toEqual(
    expect.arrayContaining([
      'test/integration/stack/matrix.test.ts',
      'test/integration/stack/hostile-input.test.ts',
      'test/integration/local/least-privilege.test.ts',
    ]),
  );
  const ofDeletion = integrationOf('deletion');
  expect(ofDeletion).toContain('test/integration/local/least-privilege.test.ts');
  expect(ofDeletion.filter((path) => path.includes('/stack/'))).toEqual([]);
});

it('starts as many local clouds at once as npm test, which the memory limits', () => {
  const workersOf = (steps: readonly Step[]) =>
    steps.flatMap((step) => (typeof step === 'string' ? [] : step)).find((lane) => lane.steps.includes('jest:stack'))
      ?.workers;
  expect(workersOf(allSteps)).toBeGreaterThan(0);
  expect(workersOf(featureChecks(featureNamed('history')).steps)).toBe(workersOf(allSteps));
});

it('runs every step that npm run check runs', () => {
  const steps = featureChecks(featureNamed('history')).steps.flatMap((step) =>
    typeof step === 'string' ? step : step.flatMap((lane) => lane.steps),
  );
  expect(steps).toEqual(
    expect.arrayContaining(['lint', 'typecheck', 'format', 'jest:unit', 'jest:architecture', 'jest:infra', 'jest:web']),
  );
});
