import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import type { RunningCloud } from '../infra/local/boot.ts';
import { createCategoryRepository } from '../lambdas/data/content/category-repository.ts';
import { createProfileRepository } from '../lambdas/data/people/profile-repository.ts';
import { createRightsRepository } from '../lambdas/data/people/rights-repository.ts';
import { createTable } from '../lambdas/data/table/table.ts';
import { AppError } from '../lambdas/domain/app-error.ts';
import { slugOf } from '../lambdas/domain/catalog/slug.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { createLogger } from '../lambdas/platform/logger.ts';
import { createAdmin, createUserDirectory, ensureAccount, type AccountTools } from './accounts.ts';
import type { DemoState } from './demo/state.ts';

/** The demo accounts of a new local stage. */
export const demoAccounts = {
  admin: { username: 'demo-admin', email: 'admin@soundstage.local', name: 'Demo administrator' },
  listener: { username: 'demo-listener', email: 'listener@soundstage.local', name: 'Demo listener' },
} as const;

/** Password of both demo accounts. They exist on this machine only. */
export const demoPassword = 'Soundstage-demo-1';

const demoCategories = ['Music', 'Concerts', 'Podcasts', 'Talks', 'Film'];

const seedAccount = async (
  { cognito }: RunningCloud,
  poolId: string,
  tools: AccountTools,
  { username, email, name }: (typeof demoAccounts)[keyof typeof demoAccounts],
): Promise<void> => {
  await cognito.seedUser({ poolId, username, email, password: demoPassword, attributes: { name } });
  await ensureAccount(tools, { email, fullName: name });
};

/** An interrupted start may have created it already. */
const ignoreExisting = (error: unknown): void => {
  if (!(error instanceof AppError) || error.code !== 'already_exists') throw error;
};

/**
 * Creates the demo accounts and some categories, once per data folder. The variables of `cloud.env` must be set in
 * `process.env`.
 */
export const seedDemo = async (cloud: RunningCloud, state: DemoState): Promise<void> => {
  if (state.isSeeded()) return;
  const { TableName = '', UserPoolId = '' } = cloud.outputs['Soundstage-local-Data'] ?? {};
  const table = createTable(createDocumentClient(), TableName);
  const tools = {
    users: createUserDirectory(new CognitoIdentityProviderClient(clientSettings), UserPoolId),
    profiles: createProfileRepository(table),
    rights: createRightsRepository(table),
    now: () => new Date().toISOString(),
  };
  await Promise.all(Object.values(demoAccounts).map((account) => seedAccount(cloud, UserPoolId, tools, account)));
  await createAdmin(tools, { email: demoAccounts.admin.email, fullName: demoAccounts.admin.name }, { another: true });
  const categories = createCategoryRepository(table, createLogger('warn'));
  await Promise.all(
    demoCategories.map((name) =>
      categories.create({ id: `cat_${ulid()}`, name, slug: slugOf(name) }).catch(ignoreExisting),
    ),
  );
  state.markSeeded();
};
