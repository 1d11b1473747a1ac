import { defineEngine } from '../engine.ts';
import { s3Engine } from '../engines/s3/entry.ts';
import { bucketDeployment, type Deployment } from './bucket-deployment.ts';

/** CDK's deployments of folders to buckets. */
export const deploymentEngine = defineEngine({
  name: 'Bucket deployments',
  needs: { s3: s3Engine },
  create({ rewrite }, { s3 }) {
    const deployments: Deployment[] = [];
    const onDeployment = (deployment: Deployment): void => void deployments.push(deployment);
    return {
      instance: deployments as readonly Deployment[],
      resources: { 'Custom::CDKBucketDeployment': bucketDeployment({ s3, rewrite, onDeployment }) },
    };
  },
});
