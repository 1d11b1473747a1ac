import type { Page } from 'playwright-core';
import { LIMITED_CALLS_A_MINUTE } from '../../../lambdas/contract/admin/security-responses.ts';
import { ALERT_RULES } from '../../../lambdas/contract/admin/security-rules.ts';
import { scenario } from '../../support/browser/scenario.ts';
import type { Person } from '../../support/stack/sign-in.ts';
import { openSharedSite, type Site } from '../../support/stack/site.ts';

let site: Site;
let page: Page;
let attacker: Person;

/** Unique, because other tests raise alerts as well. */
const NAME = 'Mallory Probing';
const RULE = 'Suspicious pattern of calls';

const alert = () => page.getByRole('list', { name: 'Security alerts' }).getByRole('listitem').filter({ hasText: NAME });
const response = () => page.getByRole('list', { name: 'Responses' }).getByRole('listitem').filter({ hasText: NAME });

/** Fills in the reason of the open dialog and confirms it. */
const confirm = async (button: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen in the live monitor');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'hidden' });
};

beforeAll(async () => {
  site = await openSharedSite();
  attacker = await site.accounts.newcomer();
  await site.api.call('account.update-me', { body: { full_name: NAME } }, attacker.token);
  page = await site.signedIn('admin');
});
afterAll(() => site?.close());

scenario(
  'an attack is seen live and limited, the limit is undone, and the alert acknowledged',
  [
    'see denied calls in the live monitor',
    async () => {
      await page.goto(`${site.url}/admin/security?tab=monitor`);
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      for (let calls = 0; calls < ALERT_RULES.suspicious_patterns.threshold; calls += 1)
        expect((await site.api.request('people.list-people', {}, attacker.token)).status).toBe(403);
      const events = page.getByRole('list', { name: 'Latest events' }).getByRole('listitem');
      await events.filter({ hasText: NAME }).first().waitFor();
    },
  ],
  [
    'get notified of the alert, and open it',
    async () => {
      await page.getByText(`${RULE}: ${NAME}`, { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Security Alerts' }).click();
      await alert().getByText(RULE, { exact: true }).waitFor();
      await alert().getByText('Evidence').click();
      await alert().getByRole('list', { name: 'Events of the alert' }).getByRole('listitem').nth(4).waitFor();
    },
  ],
  [
    'limit the calls of the user',
    async () => {
      await alert()
        .getByRole('button', { name: `Limit calls: ${NAME}` })
        .click();
      await confirm('Limit calls');
      const statuses = new Set<number>();
      for (let calls = 0; calls <= LIMITED_CALLS_A_MINUTE; calls += 1)
        statuses.add((await site.api.request('account.get-me', {}, attacker.token)).status);
      expect([...statuses].sort()).toEqual([200, 429]);
    },
  ],
  [
    'undo it',
    async () => {
      await page.getByRole('tab', { name: 'Responses' }).click();
      await response().getByText('Active', { exact: true }).waitFor();
      await response()
        .getByRole('button', { name: `Undo: Limit calls, ${NAME}` })
        .click();
      await confirm('Undo');
      await response().getByText('Undone', { exact: true }).waitFor();
      expect((await site.api.request('account.get-me', {}, attacker.token)).status).toBe(200);
    },
  ],
  [
    'acknowledge the alert, which leaves the open ones',
    async () => {
      await page.getByRole('tab', { name: 'Security Alerts' }).click();
      await alert()
        .getByRole('button', { name: `Acknowledge: ${RULE}, ${NAME}` })
        .click();
      await confirm('Acknowledge');
      await alert().waitFor({ state: 'hidden' });
    },
  ],
);
