import { CfnOutput, Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Adds the host of a URL to the outputs of its stack, and returns a reference to the output for other stacks. They
 * cannot split the URL themselves: CloudFormation's checks accept no reference to another stack within `Fn::Split`.
 * Unlike CDK's own references, this one does not add a dependency between the stacks.
 */
export const hostOutput = (scope: Construct, id: string, url: string): string => {
  const stack = Stack.of(scope);
  const output = new CfnOutput(scope, id, { value: Fn.select(2, Fn.split('/', url)) });
  return Fn.getStackOutput(stack.stackName, stack.getLogicalId(output), stack.region);
};
