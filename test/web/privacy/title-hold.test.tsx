import { screen, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const LIST = 'GET /api/admin/content';
const SET = `POST /api/content/${contentId()}/hold`;
const RELEASE = `${SET}/release`;
const page = (item: ContentView) => ({ body: { items: [item], next_cursor: null } });
const free = contentView();
const held = contentView({ held_since: '2026-03-04T05:06:07.000Z', revision: 2 });
const released = contentView({ revision: 3 });

it('a title is put under a legal hold with a reason, says so in its row, and is released with another', async () => {
  const api = createApiStub().on(LIST, page(free));
  const { user } = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  const viper = within((await screen.findByRole('heading', { level: 2, name: 'Viper' })).closest('li') as HTMLElement);
  expect(viper.queryByText('Legal hold')).toBeNull();

  await user.click(viper.getByRole('button', { name: 'Legal hold: Viper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put “Viper” under a legal hold?' }));
  await user.type(dialog.getByLabelText('Reason'), 'Lawsuit 7');
  const detail = 'A legal hold of this item applies already.';
  api.on(SET, { status: 409, body: { code: 'already_exists', title: 'Exists', status: 409, detail, requestId: 'r1' } });
  await user.click(dialog.getByRole('button', { name: 'Set legal hold' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(`The legal hold couldn't be changed. ${detail}`);
  expect(await axeViolations()).toEqual([]);
  api.on(SET, { body: held }).on(LIST, page(held));
  await user.click(dialog.getByRole('button', { name: 'Set legal hold' }));
  expect(await screen.findByText('Viper is under a legal hold')).toBeVisible();
  expect(viper.getByText('Legal hold')).toBeVisible();

  await user.click(viper.getByRole('button', { name: 'Release legal hold: Viper' }));
  const second = within(await screen.findByRole('dialog', { name: 'Release the legal hold of “Viper”?' }));
  await user.type(second.getByLabelText('Reason'), 'Settled');
  api.on(RELEASE, { body: released }).on(LIST, page(released));
  await user.click(second.getByRole('button', { name: 'Release legal hold' }));
  expect(await screen.findByText('The legal hold of Viper was released')).toBeVisible();
  expect(viper.queryByText('Legal hold')).toBeNull();
  const sent = api.requests.filter(({ method, url }) => method === 'POST' && url.includes('/hold'));
  expect(sent.map(({ body }) => body)).toEqual([
    { reason: 'Lawsuit 7' },
    { reason: 'Lawsuit 7' },
    { reason: 'Settled' },
  ]);
});
