import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addStacks } from '../../../infra/app.ts';
import { buildFunctions } from '../../../infra/build-functions.ts';
import { addChecks } from '../../../infra/nag.ts';
import { buildWeb } from '../../../web/build.mjs';
import { configuredProd } from './configured-prod.ts';

// The CDK app of the stage `prod` with every option set. Like bin/app.ts, it runs in a process of its own.
const root = join(import.meta.dirname, '..', '..', '..');
const app = new App();
await Promise.all([buildFunctions(root), buildWeb()]);
addStacks(app, configuredProd, join(root, '.build', 'web'));
addChecks(app);
app.synth();
