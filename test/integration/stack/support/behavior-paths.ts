import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Distribution {
  readonly Type: string;
  readonly Properties: {
    readonly DistributionConfig?: { readonly CacheBehaviors?: readonly { readonly PathPattern: string }[] };
  };
}

/** The folders of the distribution's cache behaviors, such as `/api/`, from the template in a data folder. */
export const behaviorPaths = (dataFolder: string): readonly string[] => {
  const { Resources } = JSON.parse(readFileSync(join(dataFolder, 'cdk.out', 'Web.template.json'), 'utf8')) as {
    Resources: Record<string, Distribution>;
  };
  const distribution = Object.values(Resources).find(({ Type }) => Type === 'AWS::CloudFront::Distribution');
  return (distribution?.Properties.DistributionConfig?.CacheBehaviors ?? []).map(({ PathPattern }) =>
    `/${PathPattern.replace(/^\//, '').replace(/\*.*$/, '')}`.replace(/\/?$/, '/'),
  );
};
