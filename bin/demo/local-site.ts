import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { stageNamed } from '../../infra/stages.ts';
import { clientSettings } from '../../lambdas/platform/client-settings.ts';
import { OperatorError, useLocalCloud } from '../operator.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address of the running `npm start`. Throws OperatorError when there is none, or when it is on another machine;
 * `what` begins that sentence, such as "Tokens are printed".
 */
export const findLocalSite = async (what: string): Promise<string> => {
  await useLocalCloud();
  const { region } = stageNamed('local');
  const { Stacks } = await new CloudFormationClient({ ...clientSettings, region }).send(
    new DescribeStacksCommand({ StackName: 'Soundstage-local-Web' }),
  );
  const url = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'SiteUrlOutput')?.OutputValue ?? '';
  const addresses = [url, process.env['AWS_ENDPOINT_URL'] ?? ''];
  if (!addresses.every((address) => URL.canParse(address) && LOOPBACK.has(new URL(address).hostname)))
    throw new OperatorError(`${what} only for a stage on this machine, not for ${addresses.join(' and ')}.`);
  return url;
};
