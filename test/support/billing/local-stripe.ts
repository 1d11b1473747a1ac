import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../infra/local/clock.ts';
import { listen } from '../../../infra/local/servers.ts';
import { createStripeEngine } from '../../../infra/local/services/stripe/engine.ts';
import type { Post } from '../../../infra/local/services/stripe/delivery/deliveries.ts';
import type { StripeSettings } from '../../../lambdas/platform/stripe/settings.ts';
import type { SettingsStore } from '../../../bin/billing/settings-store.ts';

/** A card that pays. */
export const GOOD_CARD = '4242424242424242';
/** Another one. */
export const OTHER_CARD = '5555555555554444';
/** A card that can be stored, but whose payments fail. */
export const FAILING_CARD = '4000000000000341';
/** A card whose every payment needs 3-D Secure. */
export const CAREFUL_CARD = '4000002760003184';

/** What a browser would send from a page of the local Stripe. */
export const submitForm = async (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** A local Stripe of a test, on a port of its own, with its clock. `post` receives its webhooks. */
export const startTestStripe = async (clock: Clock, post: Post = async () => ({ status: 200, text: '' })) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'soundstage-stripe-'));
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof createStripeEngine>>>();
  const server = await listen(async (request, response) => (await opened.promise).handle(request, response), 0);
  const engine = await createStripeEngine({ dataDir, clock, post, origin: `http://127.0.0.1:${server.port}` });
  opened.resolve(engine);
  engine.start();
  return {
    engine,
    keys: { apiKey: engine.apiKey, baseUrl: engine.apiUrl },
    /** Milliseconds since 1970, by the account's own time. */
    now: (): number => engine.account.now() * 1000,
    /** Pays the checkout at an address with a card. */
    pay: (url: string, card = GOOD_CARD): Promise<Response> =>
      submitForm(url, { card, email: 'ada@example.com', name: 'Ada' }),
    stop: async (): Promise<void> => {
      await engine.stop();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type TestStripe = Awaited<ReturnType<typeof startTestStripe>>;

/** Settings in memory, as the operator's commands store them. */
export const createMemorySettings = (): SettingsStore & { current(): StripeSettings | undefined } => {
  let current: StripeSettings | undefined;
  return {
    current: () => current,
    read: async () => current,
    async change(changes) {
      current = { apiKey: '', webhookSecrets: [], trialKey: 'k'.repeat(44), ...current, ...changes };
      return current;
    },
  };
};
