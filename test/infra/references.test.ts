import { assemblyOf, type Assembly } from '../support/stack/assembly.ts';

let dev: Assembly;
beforeAll(async () => {
  dev = await assemblyOf('dev');
});

describe('references between stacks', () => {
  interface OutputReference {
    readonly StackName: string;
    readonly OutputName: string;
  }
  /** Every reference in a value, with the function that contains it. */
  const referencesIn = (value: unknown, inside = ''): readonly (OutputReference & { readonly inside: string })[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'Fn::GetStackOutput'
        ? [{ ...(inner as OutputReference), inside }]
        : referencesIn(inner, key.startsWith('Fn::') ? key : inside),
    );
  };
  const referencesOf = (assembly: Assembly) =>
    Object.entries(assembly.templates).flatMap(([stack, template]) =>
      referencesIn(template).map((reference) => ({ stack, ...reference })),
    );

  it('name outputs that exist', () => {
    const found = referencesOf(dev);
    expect(found.length).toBeGreaterThan(200);
    const missing = found.filter(({ StackName, OutputName }) => {
      const { Outputs = {} } = dev.templates[StackName.replace('Soundstage-dev-', '')] ?? {};
      return !(OutputName in Outputs);
    });
    expect(missing).toEqual([]);
  });

  // Rotating a key replaces resources that other stacks use, which exports in use would prevent (infra/runbook.md,
  // "References between stacks").
  it('are weak', () => {
    expect(JSON.stringify(dev.templates)).not.toMatch(/"Fn::ImportValue"|"Export"/);
  });

  // CloudFormation's linter rejects them there (E1017).
  it('are not parts of a text that is split', () => {
    expect(referencesOf(dev).filter(({ inside }) => /Split|Select/.test(inside))).toEqual([]);
  });
});
