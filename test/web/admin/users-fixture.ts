import { screen, within } from '@testing-library/react';
import type { PersonPlan } from '../../../lambdas/contract/admin/billing.ts';
import type { PersonView } from '../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

export const LIST = 'GET /api/admin/users';
export const CREATE = 'POST /api/functions/admin-create-user';
export const ASSIGN = 'POST /api/rpc/admin_assign_role';

export const person = (fields: Partial<PersonView> = {}): PersonView => ({
  id: '22222222-2222-4222-8222-222222222222',
  email: 'bob@example.org',
  full_name: 'Bob Builder',
  role: 'user',
  plan: 'free',
  disabled: false,
  created_at: '2026-03-04T12:00:00.000Z',
  ...fields,
});
export const personPlan = (fields: Partial<PersonPlan> = {}): PersonPlan => ({
  user_id: person().id,
  email: 'bob@example.org',
  full_name: 'Bob Builder',
  plan: 'free',
  source: 'free',
  plan_until: null,
  plan_after: 'free',
  state: 'none',
  subscription_plan: null,
  period_end: null,
  cancels_at: null,
  next_plan: null,
  trial_used_at: null,
  customer_id: null,
  synced_at: null,
  complimentary: null,
  alerts: [],
  ...fields,
});
/** The signed-in administrator. */
export const self = person({
  id: testPerson.id,
  email: testPerson.email,
  full_name: testPerson.full_name,
  role: 'admin',
});
export const page = (items: readonly PersonView[], next_cursor: string | null = null) => ({
  body: { items, next_cursor },
});
export const problem = (code: string, status: number, detail?: string) => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r' },
});

/** Opens the users screen with a list of users. */
export const openUsers = (
  items: readonly PersonView[] = [person(), self],
  { role = 'admin' as Role, address = '/admin/users', api = createApiStub() } = {},
) => {
  api.on(LIST, page(items));
  return renderApp(address, { signedIn: true, me: { role }, api });
};
/** The requests of a route. */
export const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === route);
export const rowOf = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('li') ?? document.body);
