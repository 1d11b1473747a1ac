import { Tags, type App } from 'aws-cdk-lib';
import { SigningKeys } from './constructs/signing-keys.ts';
import { featureGroups } from './feature-groups.ts';
import type { Feature, FeaturesOf } from './features/feature.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { FeatureStack } from './stacks/feature-stack.ts';
import { LogsStack } from './stacks/logs-stack.ts';
import { OpsStack } from './stacks/ops-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import type { Stage } from './stages.ts';

type Groups = typeof featureGroups;
type GroupName = keyof Groups;

/** An object with an entry for each group of features. */
const forEachGroup = <T>(create: (name: GroupName) => T): Record<GroupName, T> =>
  Object.fromEntries((Object.keys(featureGroups) as GroupName[]).map((name) => [name, create(name)])) as Record<
    GroupName,
    T
  >;

/**
 * Adds the stacks of a stage. Each depends only on stacks before it: data; the groups of features in their order; API,
 * web, logs and operations.
 */
export const addStacks = (app: App, stage: Stage, siteFolder: string) => {
  const props = (name: string) => ({
    stackName: `Soundstage-${stage.name}-${name}`,
    // The account is that of the deploying credentials; the region is the stage's. Synthesis needs neither.
    env: { region: stage.region },
    terminationProtection: stage.keepData && name === 'Data',
  });
  const data = new DataStack(app, 'Data', { ...props('Data'), stage });
  const platform = { stage, data };
  const stacks = forEachGroup((name) => new FeatureStack(app, name, props(name)));
  const keys = new SigningKeys(stacks.Media, 'Keys', { stage, generator: data.secretKeys });
  const created = forEachGroup((name) => stacks[name].addFeatures({ ...platform, keys }, featureGroups[name])) as {
    readonly [Name in GroupName]: FeaturesOf<Groups[Name]>;
  };
  const listed = forEachGroup((name) => Object.values<Feature>(created[name]));
  const groups = { Data: data.features, ...listed };
  const api = new ApiStack(app, 'Api', { ...props('Api'), platform, features: Object.values(groups).flat() });
  const { socketApi } = created.Listener.Live;
  const web = new WebStack(app, 'Web', {
    ...props('Web'),
    platform,
    keys,
    secretKeys: data.secretKeys,
    http: api.http,
    socketApi,
    siteFolder,
  });
  new LogsStack(app, 'Logs', { stackName: props('Logs').stackName, stage, web, bucket: data.logs });
  new OpsStack(app, 'Ops', { ...props('Ops'), platform, groups, http: api.http });
  Tags.of(app).add('application', 'soundstage');
  Tags.of(app).add('stage', stage.name);
  return { web };
};
