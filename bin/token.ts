/**
 * `npm run -s token -- <listener|admin|email address>`: prints an access token of a user of the running `npm start`, to
 * call its API by hand. It is printed to standard output only, and works for no other stage.
 */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { z } from 'zod';
import { stageNamed } from '../infra/stages.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { demoAccounts, demoPassword } from './demo.ts';
import { beginSession, signInAtSite } from './demo/site.ts';
import { OperatorError, useLocalCloud } from './operator.ts';

const USAGE =
  'Usage: npm run -s token -- <listener|admin|email address>. It uses the running npm start. ' +
  'For accounts other than the demo accounts, set SOUNDSTAGE_PASSWORD.';

const Email = z.email();
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Login {
  readonly email: string;
  readonly password: string;
}

/** The account that the argument names, with its password. */
const readLogin = (args: readonly string[]): Login => {
  const [name = ''] = args;
  if (args.length !== 1) throw new OperatorError(USAGE);
  const demo = Object.hasOwn(demoAccounts, name) ? demoAccounts[name as keyof typeof demoAccounts].email : name;
  if (!Email.safeParse(demo).success) throw new OperatorError(USAGE);
  const isDemo = Object.values(demoAccounts).some(({ email }) => email === demo);
  const password = process.env['SOUNDSTAGE_PASSWORD'] ?? (isDemo ? demoPassword : undefined);
  if (password === undefined) throw new OperatorError(`Set SOUNDSTAGE_PASSWORD to the password of ${demo}.`);
  return { email: demo, password };
};

/** The address of the running local site. */
const findSite = async (): Promise<string> => {
  await useLocalCloud();
  const { region } = stageNamed('local');
  const { Stacks } = await new CloudFormationClient({ ...clientSettings, region }).send(
    new DescribeStacksCommand({ StackName: 'Soundstage-local-Web' }),
  );
  const url = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'SiteUrlOutput')?.OutputValue ?? '';
  const addresses = [url, process.env['AWS_ENDPOINT_URL'] ?? ''];
  if (!addresses.every((address) => URL.canParse(address) && LOOPBACK.has(new URL(address).hostname)))
    throw new OperatorError(`Tokens are printed only for a stage on this machine, not for ${addresses.join(' and ')}.`);
  return url;
};

const main = async (): Promise<void> => {
  const { email, password } = readLogin(process.argv.slice(2));
  const url = await findSite();
  const session = await signInAtSite(url, email, password).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `${url} rejected the sign-in of ${email}: ${reason} If the password is another one, set SOUNDSTAGE_PASSWORD.`,
    );
  });
  await beginSession(session).catch((error: unknown) => {
    throw new OperatorError(`${email}: ${error instanceof Error ? error.message : String(error)}`);
  });
  console.log(await session.accessToken());
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
