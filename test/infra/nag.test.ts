import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addStacks } from '../../infra/app.ts';
import { acknowledgements, addChecks } from '../../infra/nag.ts';
import { stageNamed } from '../../infra/stages.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { assemblyOf } from '../support/assembly.ts';

jest.setTimeout(120_000);

describe('cdk-nag', () => {
  let report: { pluginReports: { violations: unknown[]; suppressedViolations?: unknown[] }[] };
  let list: ReturnType<typeof acknowledgements>;

  beforeAll(async () => {
    // Makes the bundles and the site that the stacks take as assets.
    await assemblyOf('dev', join(repositoryRoot, '.build', 'test-assembly', 'for-nag'));
    const { context } = JSON.parse(readFileSync(join(repositoryRoot, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> };
    const outdir = join(repositoryRoot, '.build', 'test-assembly', 'nag');
    const app = new App({ context, outdir });
    addStacks(app, stageNamed('dev'), join(repositoryRoot, '.build', 'web'));
    addChecks(app);
    app.synth();
    list = acknowledgements(app);
    report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as typeof report;
  });

  it('leaves no finding open', () => {
    expect(report.pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it('acknowledges single findings for at most 12 reasons, each of which still occurs', () => {
    const reasons = new Set(list.map(({ reason }) => reason));
    console.log(`cdk-nag: ${list.length} findings acknowledged for ${reasons.size} reasons, 0 open`);
    expect(reasons.size).toBeLessThanOrEqual(12);
    expect(list.filter(({ used }) => !used).map(({ path, rule, findingEnd }) => `${path} ${rule} ${findingEnd ?? ''}`)).toEqual([]);
  });
});
