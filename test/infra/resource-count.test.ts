import { join } from 'node:path';
import { assemblyOf } from '../support/stack/assembly.ts';
import { repositoryRoot } from '../support/source-tree.ts';

jest.setTimeout(120_000);

/** CloudFormation allows 500 resources per stack. Reaching this number leaves time to split a stack. */
const MAX_RESOURCES = 350;

it(`keeps every stack of the prod stage at ${MAX_RESOURCES} resources or fewer`, async () => {
  const { templates } = await assemblyOf('prod', join(repositoryRoot, '.build', 'test-assembly', 'resource-count'));
  const counts = Object.entries(templates).map(([stack, { Resources }]) => ({
    stack,
    resources: Object.keys(Resources).length,
  }));
  console.info(counts.map(({ stack, resources }) => `${stack}: ${resources}`).join(', '));
  expect(counts.map(({ stack }) => stack).sort()).toEqual(['Admin', 'Api', 'Data', 'Listener', 'Media', 'Ops', 'Web']);
  expect(counts.filter(({ resources }) => resources > MAX_RESOURCES)).toEqual([]);
});
