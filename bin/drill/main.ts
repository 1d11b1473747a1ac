/**
 * `npm run drill -- security`: attacks the running `npm start` as its demo listener, and prints what the security
 * center showed of each attack, after how long, and what it missed. It is the only measure of what is not detected.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createApiClient } from '../../web/src/lib/api/api-client.ts';
import { demoAccounts, demoPassword } from '../demo.ts';
import { findLocalSite } from '../demo/local-site.ts';
import { OperatorError } from '../operator.ts';
import { attacks, type Target } from './attacks.ts';
import { summaryOf, textOf, watch, type Finding } from './watch.ts';

const USAGE = 'Usage: npm run drill -- security. It attacks the running npm start.';

const Me = z.object({ id: z.string() });

const run = promisify(execFile);

/**
 * Signs in by the command `token` and returns the access token. In a process of its own, because a process can be
 * signed in only once. Rejects when the password is wrong.
 */
const signIn = async (email: string, password: string): Promise<string> => {
  const command = join(import.meta.dirname, '..', 'token.ts');
  const env = { ...process.env, SOUNDSTAGE_PASSWORD: password };
  return (await run(process.execPath, [command, email], { env })).stdout.trim();
};

/** Attacks the site, and prints what was seen of each attack as soon as that is known. */
const drill = async (url: string): Promise<readonly Finding[]> => {
  const openApi = (token: string) =>
    createApiClient({
      accessToken: async () => token,
      onSessionLost: () => {},
      fetch: (path, init) => fetch(`${url}${String(path)}`, init),
    });
  const administrator = openApi(await signIn(demoAccounts.admin.email, demoPassword));
  const { email } = demoAccounts.listener;
  const token = await signIn(email, demoPassword);
  const { id: userId } = Me.parse(await openApi(token).call('account.get-me', {}));
  const target: Target = { url, token, victim: { email, userId }, signIn };
  const findings: Promise<Finding>[] = [];
  for (const attack of attacks) {
    const at = Date.now();
    await attack.run(target);
    const found = watch(administrator, target, { attack, at });
    findings.push(found);
    void found.then((finding) => console.log(textOf(finding)));
  }
  return Promise.all(findings);
};

const main = async (): Promise<void> => {
  const [name, ...rest] = process.argv.slice(2);
  if (name !== 'security' || rest.length > 0) throw new OperatorError(USAGE);
  const url = await findLocalSite('Drills attack');
  console.log(`Attacking ${url}. The last result comes after about six minutes.`);
  console.log(summaryOf(await drill(url)));
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
