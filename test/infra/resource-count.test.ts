import { assemblyOf, resourcesOf } from '../support/stack/assembly.ts';

/** CloudFormation allows 500 resources per stack. Reaching this number leaves time to split a stack. */
const MAX_RESOURCES = 350;

/** AWS's limit for all inline policies of a role together, in characters without white space. */
const MAX_POLICY_CHARACTERS = 10_240;

it(`keeps every stack of the prod stage at ${MAX_RESOURCES} resources or fewer`, async () => {
  const { templates } = await assemblyOf('prod');
  const counts = Object.entries(templates).map(([stack, { Resources }]) => ({
    stack,
    resources: Object.keys(Resources).length,
  }));
  console.info(counts.map(({ stack, resources }) => `${stack}: ${resources}`).join(', '));
  expect(counts.map(({ stack }) => stack).sort()).toEqual([
    ...['Admin', 'Api', 'Data', 'Listener', 'Logs', 'Media', 'Ops', 'Web'],
  ]);
  expect(counts.filter(({ resources }) => resources > MAX_RESOURCES)).toEqual([]);
});

it('keeps the policies of every role below the limit of AWS', async () => {
  const assembly = await assemblyOf('prod');
  const sizes = new Map<string, number>();
  for (const { stack, properties } of resourcesOf(assembly, 'AWS::IAM::Policy'))
    for (const role of properties['Roles'] as readonly { readonly Ref: string }[]) {
      const name = `${stack}: ${role.Ref}`;
      sizes.set(name, (sizes.get(name) ?? 0) + JSON.stringify(properties['PolicyDocument']).length);
    }
  const [largest] = [...sizes].sort(([, a], [, b]) => b - a);
  console.info(`${sizes.size} roles; the largest is ${largest?.join(', ')} characters`);
  expect(sizes.size).toBeGreaterThan(30);
  expect([...sizes].filter(([, size]) => size > MAX_POLICY_CHARACTERS)).toEqual([]);
});
