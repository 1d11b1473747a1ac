import { Tags, type App } from 'aws-cdk-lib';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { MediaStack } from './stacks/media-stack.ts';
import { OpsStack } from './stacks/ops-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import type { Stage } from './stages.ts';

/** Adds the stacks of a stage. They depend one way: data, media, api, web, ops. */
export const addStacks = (app: App, stage: Stage, siteFolder: string) => {
  const props = (name: string) => ({
    stage,
    stackName: `Soundstage-${stage.name}-${name}`,
    // The account is whoever deploys; the region is the stage's. Synthesis needs neither.
    env: { region: stage.region },
    terminationProtection: stage.keepData && name === 'Data',
  });
  const data = new DataStack(app, 'Data', props('Data'));
  const media = new MediaStack(app, 'Media', { ...props('Media'), data });
  const api = new ApiStack(app, 'Api', { ...props('Api'), data, media });
  const web = new WebStack(app, 'Web', { ...props('Web'), data, media, api, siteFolder });
  const ops = new OpsStack(app, 'Ops', { ...props('Ops'), data, media, api });
  Tags.of(app).add('application', 'soundstage');
  Tags.of(app).add('stage', stage.name);
  return { data, media, api, web, ops };
};
