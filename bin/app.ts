import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildWeb } from '../web/build.mjs';
import { buildFunctions } from '../infra/build-functions.ts';
import { addStacks } from '../infra/app.ts';
import { addChecks } from '../infra/nag.ts';
import { stageNamed } from '../infra/stages.ts';

const root = join(import.meta.dirname, '..');
const app = new App();
const stage = stageNamed(String(app.node.tryGetContext('stage') ?? 'dev'));

await Promise.all([buildFunctions(root), buildWeb()]);
const siteFolder = join(root, '.build', 'web');
if (!existsSync(join(siteFolder, 'index.html'))) throw new Error('The web build produced no index.html');
addStacks(app, stage, siteFolder);
addChecks(app);
app.synth();
