/**
 * `npm run -s token -- <listener|admin|email address>`: prints an access token of a user of the running `npm start`, to
 * call its API by hand. It is printed to standard output only, and works for no other stage.
 */
import { z } from 'zod';
import { demoAccounts, demoPassword } from './demo.ts';
import { findLocalSite } from './demo/local-site.ts';
import { beginSession, signInAtSite } from './demo/site.ts';
import { OperatorError } from './operator.ts';

const USAGE =
  'Usage: npm run -s token -- <listener|admin|email address>. It uses the running npm start. ' +
  'For accounts other than the demo accounts, set SOUNDSTAGE_PASSWORD.';

const Email = z.email();

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

const main = async (): Promise<void> => {
  const { email, password } = readLogin(process.argv.slice(2));
  const url = await findLocalSite('Tokens are printed');
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
