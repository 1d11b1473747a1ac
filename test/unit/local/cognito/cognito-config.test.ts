import { createManualClock } from '../../../../infra/local/clock.ts';
import { POOL, startPool } from './cognito-support.ts';
import type { StartedPool } from './cognito-support.ts';

let pool: StartedPool;
beforeEach(async () => {
  pool = await startPool(createManualClock());
});
afterEach(() => pool.stop());

it('rejects an unsupported feature and names it', async () => {
  const make = (properties: Record<string, unknown>) =>
    pool.engine.createUserPool({ id: 'us-east-1_other', properties });
  await expect(make({ UsernameAttributes: ['email'] })).rejects.toThrow('UsernameAttributes');
  await expect(make({ LambdaConfig: { UserMigration: 'arn' } })).rejects.toThrow('UserMigration');
  await expect(make({ EnabledMfas: ['EMAIL_OTP'] })).rejects.toThrow('EnabledMfas');
  expect(() =>
    pool.engine.createUserPoolClient({ id: 'c', poolId: POOL, properties: { GenerateSecret: true } }),
  ).toThrow('GenerateSecret');
  expect(() =>
    pool.engine.createUserPoolClient({
      id: 'c',
      poolId: POOL,
      properties: { ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] },
    }),
  ).toThrow('ExplicitAuthFlows');
});
