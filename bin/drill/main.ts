/**
 * `npm run drill -- security`: attacks the running `npm start` as its demo listener, and prints what the security
 * center showed of each attack, after how long, and what it missed. It is the only measure of what is not detected.
 */
import { z } from 'zod';
import { demoAccounts, demoPassword } from '../demo.ts';
import { findLocalSite } from '../demo/local-site.ts';
import { beginSession, signInAtSite } from '../demo/site.ts';
import { OperatorError } from '../operator.ts';
import { attacks, type Target } from './attacks.ts';
import { reportOf, watch, type Finding } from './watch.ts';

const USAGE = 'Usage: npm run drill -- security. It attacks the running npm start.';

const Me = z.object({ id: z.string() });

const drill = async (url: string): Promise<readonly Finding[]> => {
  const administrator = await signInAtSite(url, demoAccounts.admin.email, demoPassword);
  await beginSession(administrator);
  const { email } = demoAccounts.listener;
  const listener = await signInAtSite(url, email, demoPassword);
  await beginSession(listener);
  const token = await listener.accessToken();
  if (token === undefined) throw new OperatorError(`${url} gave no token for ${email}.`);
  const { id: userId } = Me.parse(await listener.api.call('account.get-me', {}));
  const target: Target = {
    url,
    token,
    victim: { email, userId },
    signIn: (name, password) => signInAtSite(url, name, password),
  };
  try {
    const findings: Promise<Finding>[] = [];
    for (const attack of attacks) {
      console.log(`${attack.name}: ${attack.does} …`);
      const at = Date.now();
      await attack.run(target);
      findings.push(watch(administrator.api, target, { attack, at }));
    }
    console.log('Watching the security center, for up to six minutes …');
    return await Promise.all(findings);
  } finally {
    await Promise.allSettled([administrator.signOut(), listener.signOut()]);
  }
};

const main = async (): Promise<void> => {
  const [name, ...rest] = process.argv.slice(2);
  if (name !== 'security' || rest.length > 0) throw new OperatorError(USAGE);
  console.log(reportOf(await drill(await findLocalSite('Drills attack'))));
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
