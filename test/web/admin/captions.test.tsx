import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { canonicalLanguage, languageName } from '../../../web/src/features/captions/rules.ts';
import { readChapters, writeChapters } from '../../../web/src/features/content/form/chapter-list.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const german = { language: 'de', label: 'Deutsch', url: `/media/${contentId()}/captions/a.vtt` };
const english = { language: 'en-GB', label: 'British English', url: `/media/${contentId()}/captions/b.vtt` };
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n';

/** A file with a readable body, which jsdom's files do not have. */
const fileOf = (content: string | Uint8Array, name: string): File => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return Object.assign(new File([content as BlobPart], name, { type: 'text/vtt' }), { arrayBuffer: async () => bytes });
};

const open = async () => {
  const content = contentView({
    revision: 3,
    duration: 61,
    captions: [german],
    chapters: [{ start: 0, title: 'Opening' }],
  });
  const api = createApiStub().on('GET /api/admin/content', { body: { items: [content], next_cursor: null } });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Viper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  const section = within(dialog.getByRole('region', { name: 'Captions' }));
  const sent = (method: string) => api.requests.filter((request) => request.method === method);
  const choose = (file: File) =>
    fireEvent.change(section.getByLabelText('Caption file'), { target: { files: [file] } });
  return { ...view, api, dialog, section, sent, choose };
};

describe('captions in the Edit dialog', () => {
  it('are added immediately, with the canonical language tag and the name of the language', async () => {
    const { user, api, section, sent, choose } = await open();
    expect(await axeViolations()).toEqual([]);
    api.on(`PUT /api/content/${contentId()}/captions/en-GB`, { body: { captions: [english, german] } });
    await user.click(section.getByRole('button', { name: 'Add captions' }));
    expect(section.getByRole('alert')).toHaveTextContent('Choose a caption file first.');
    choose(fileOf(VTT, 'viper.vtt'));
    expect(section.queryByRole('alert')).toBeNull();
    await user.type(section.getByLabelText('Caption language'), 'EN_gb');
    expect(section.getByLabelText('Display name')).toHaveValue('British English');
    await user.type(section.getByLabelText('Display name'), '{Enter}');
    expect(await screen.findByText('British English captions added')).toBeInTheDocument();
    expect(sent('PUT')[0]?.body).toEqual({ label: 'British English', text: VTT });
    expect(within(section.getByRole('list', { name: 'Current captions' })).getAllByRole('listitem')).toHaveLength(2);
    expect(section.getByLabelText('Caption language')).toHaveValue('');
    // The form around the section was not submitted.
    expect(sent('PATCH')).toEqual([]);
    expect(screen.getByRole('dialog', { name: 'Edit Content' })).toBeInTheDocument();
  });

  it('are rejected if the file has another encoding, is too large, or is not WebVTT', async () => {
    const { user, api, section, sent, choose } = await open();
    await user.type(section.getByLabelText('Caption language'), 'en');
    const attach = () => user.click(section.getByRole('button', { name: 'Add captions' }));
    choose(fileOf(new Uint8Array([0x57, 0x45, 0xff, 0xfe]), 'latin.vtt'));
    await attach();
    expect(await section.findByText("The file isn't UTF-8 text. Save it as UTF-8 and try again.")).toBeVisible();
    choose(fileOf('x'.repeat(1_048_577), 'huge.vtt'));
    await attach();
    expect(await section.findByText('A caption file can be at most 1 MiB.')).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    api.on(`PUT /api/content/${contentId()}/captions/en`, {
      status: 400,
      body: {
        code: 'validation_failed',
        title: 'The request is not valid',
        detail: 'Line 1: a WebVTT file must start with WEBVTT.',
        status: 400,
        requestId: 'r',
      },
    });
    choose(fileOf('1\n00:00:01,000', 'subrip.vtt'));
    await attach();
    expect(await section.findByText('Line 1: a WebVTT file must start with WEBVTT.')).toBeVisible();
  });

  it('are removed after a confirmation', async () => {
    const { user, api, section, sent } = await open();
    api.on(`DELETE /api/content/${contentId()}/captions/de`, { body: { captions: [] } });
    await user.click(section.getByRole('button', { name: 'Remove captions: Deutsch' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove captions?' }));
    expect(await axeViolations()).toEqual([]);
    expect(sent('DELETE')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(section.queryByRole('list')).toBeNull());
    expect(sent('DELETE')).toHaveLength(1);
  });
});

describe('chapters in the Edit dialog', () => {
  it('are a list of times and titles, saved with the other fields', async () => {
    const { user, api, dialog, sent } = await open();
    api.on(`PATCH /api/content/${contentId()}`, { body: contentView({ revision: 4 }) });
    const field = dialog.getByLabelText('Chapters');
    expect(field).toHaveValue('0:00 Opening');
    await user.clear(field);
    await user.type(field, '0:00 Opening{Enter}1:30 Too late');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('Line 2: the chapter must start before the end (1:01).')).toBeVisible();
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, '0:00 Opening{Enter}0:30.5 - Second verse');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
    expect(sent('PATCH')[0]?.body).toEqual({
      revision: 3,
      chapters: [
        { start: 0, title: 'Opening' },
        { start: 30.5, title: 'Second verse' },
      ],
    });
  });

  it.each([
    ['', []],
    [
      '0:00 A\n\n 1:05 – B ',
      [
        { start: 0, title: 'A' },
        { start: 65, title: 'B' },
      ],
    ],
    ['1:02:03.5 Long', [{ start: 3723.5, title: 'Long' }]],
    ['90:00 Ninety minutes', [{ start: 5400, title: 'Ninety minutes' }]],
    ['0:00 2 Fast 2 Furious', [{ start: 0, title: '2 Fast 2 Furious' }]],
  ])('parses %j', (text, chapters) => {
    expect(readChapters(text, null).chapters).toEqual(chapters);
    expect(readChapters(writeChapters(chapters), null).chapters).toEqual(chapters);
  });

  it.each([
    ['Opening', 'Line 1'],
    ['0:00', 'Line 1'],
    ['0:00 A\n0:00 B', 'Line 2'],
    ['0:10 A\n0:05 B', 'Line 2'],
    ['0:61 A', 'Line 1'],
    ['1:61:00 A', 'Line 1'],
    [`0:00 ${'x'.repeat(101)}`, 'Line 1'],
    [Array.from({ length: 101 }, (_, index) => `${index}:00 A`).join('\n'), '100 chapters'],
  ])('reports the line of an error in %j', (text, problem) =>
    expect(readChapters(text, null).problem).toContain(problem),
  );
});

it.each([
  ['en', 'en', 'English'],
  [' EN_gb ', 'en-GB', 'British English'],
  ['zh-hant', 'zh-Hant', '繁體中文'],
  ['german', undefined, ''],
  ['', undefined, ''],
  ['../x', undefined, ''],
  ['en-x-private', undefined, ''],
])('canonicalizes the language %j to %j', (text, tag, name) =>
  expect([canonicalLanguage(text), languageName(text)]).toEqual([tag, name]),
);
