import { screen, waitFor, within } from '@testing-library/react';
import { createApiStub, isUploadList } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';
import { OTHER_SET, segment, SET, summary, transcriptEditor } from '../support/transcript-editor.ts';

const AT = '2026-02-01T00:00:00.000Z';
const path = `/api/content/${contentId()}/transcript`;

const open = async (body: object = transcriptEditor) => {
  const content = contentView({ duration: 61 });
  const api = createApiStub()
    .on('GET /api/admin/content', { body: { items: [content], next_cursor: null } })
    .on(`GET ${path}/editor`, { body });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Viper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  const section = within(await dialog.findByRole('region', { name: 'Transcript' }));
  await view.user.click(section.getByRole('button', { name: 'Edit transcript' }));
  await section.findByRole('group', { name: 'Script or lyrics' });
  const sent = (method: string) =>
    api.requests.filter((request) => request.method === method && !isUploadList(request));
  return { ...view, api, section, sent };
};

describe('the transcript in the Edit dialog', () => {
  it('is edited by segment, with the version that was read, and says why an edit is rejected', async () => {
    const { user, api, section, sent } = await open();
    expect(section.getByText('Recognized automatically · en · 1 segment')).toBeVisible();
    expect(document.querySelector('li b')).toBeNull();
    await user.click(section.getByRole('button', { name: 'Edit the segment at 0:01' }));
    const form = within(section.getByRole('group', { name: 'Segment at 0:01' }));
    expect(await axeViolations()).toEqual([]);
    await user.clear(form.getByLabelText('End (seconds)'));
    await user.type(form.getByLabelText('End (seconds)'), 'soon{Enter}');
    expect(form.getByRole('alert')).toHaveTextContent('Enter the times as seconds, such as 12.5.');
    const problem = {
      code: 'validation_failed',
      title: 'x',
      detail: 'The segment overlaps.',
      status: 400,
      requestId: 'r',
    };
    api.on(`PUT ${path}/segments/s00001`, { status: 400, body: problem });
    await user.clear(form.getByLabelText('End (seconds)'));
    await user.type(form.getByLabelText('End (seconds)'), '3.25');
    await user.click(form.getByRole('button', { name: 'Save segment' }));
    expect(await form.findByText('The segment overlaps.')).toBeVisible();
    api.on(`PUT ${path}/segments/s00001`, { body: { segment: { ...segment, version: 2 } } });
    await user.type(form.getByLabelText('End (seconds)'), '{Enter}');
    expect(await screen.findByText('Segment saved')).toBeInTheDocument();
    expect(sent('PUT').at(-1)?.body).toEqual({
      version: 1,
      text: 'Ask <b>not</b>',
      start_ms: 1500,
      end_ms: 3250,
      removed: false,
    });
    // The form around the section was not submitted.
    expect(sent('PATCH')).toEqual([]);
  });

  it('splits a segment at the cursor, where a word starts, and joins it with the next one that is shown', async () => {
    const words = [1500, 1900, 2300];
    const first = { ...segment, text: 'Ask not what', words };
    const removed = { ...segment, id: 's00002', start_ms: 3000, end_ms: 4000, version: 4, removed: true };
    const next = { ...segment, id: 's00003', start_ms: 4000, end_ms: 5000, version: 2 };
    const { user, api, section, sent } = await open({ ...transcriptEditor, segments: [first, removed, next] });
    const edit = () => user.click(section.getAllByRole('button', { name: /^Edit the segment at/ })[0]!);
    await edit();
    const form = within(section.getByRole('group', { name: 'Segment at 0:01' }));
    await user.click(form.getByRole('button', { name: 'Split at the cursor' }));
    expect(form.getByRole('alert')).toHaveTextContent('Put the cursor between two words of the text');
    const field: HTMLTextAreaElement = form.getByLabelText('Text');
    await user.type(field, '!', { initialSelectionStart: 7, initialSelectionEnd: 7 });
    await user.click(form.getByRole('button', { name: 'Split at the cursor' }));
    expect(form.getByRole('alert')).toHaveTextContent('Save the changed text first.');
    expect(sent('POST')).toEqual([]);
    await user.type(field, '{Backspace}', { initialSelectionStart: 8, initialSelectionEnd: 8 });
    api.on(`POST ${path}/segments/s00001/split`, { body: { segments: [first, next] } });
    await user.click(form.getByRole('button', { name: 'Split at the cursor' }));
    await waitFor(() => expect(sent('POST').at(-1)?.body).toEqual({ version: 1, at: 7, at_ms: 2300 }));

    api.on(`POST ${path}/segments/s00001/join`, { body: { segments: [first, removed] } });
    await waitFor(() => expect(section.queryByRole('group', { name: 'Segment at 0:01' })).toBeNull());
    await edit();
    await user.click(section.getByRole('button', { name: 'Join with the next segment' }));
    await waitFor(() => expect(sent('POST').at(-1)?.body).toEqual({ version: 1, next: { id: 's00003', version: 2 } }));
  });

  it('shows versions with who and when, and restores one', async () => {
    const { user, api, section, sent } = await open();
    const first = { ...segment, version: 0, text: 'Asked not', edited_at: null, edited_by_name: null };
    api.on(`GET ${path}/segments/s00001/versions`, { body: { versions: [segment, first] } });
    await user.click(section.getByRole('button', { name: 'Versions of the segment at 0:01' }));
    const versions = within(await section.findByRole('list', { name: 'Versions of the segment at 0:01' }));
    expect(versions.getByText(/^Version 1, Ada, /)).toBeVisible();
    expect(versions.getByText('First version, by machine')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    api.on(`POST ${path}/segments/s00001/restore`, { body: { segment: { ...segment, version: 2 } } });
    await user.click(versions.getByRole('button', { name: 'Restore the first version' }));
    await waitFor(() => expect(sent('POST').at(-1)?.body).toEqual({ version: 1, restore: 0 }));
  });

  it('removes a segment, and brings it back', async () => {
    const { user, api, section, sent } = await open({ ...transcriptEditor, segments: [{ ...segment, removed: true }] });
    api.on(`PUT ${path}/segments/s00001`, { body: { segment } });
    await user.click(section.getByRole('button', { name: 'Restore the segment at 0:01' }));
    await waitFor(() => expect(sent('PUT').at(-1)?.body).toMatchObject({ version: 1, removed: false }));
  });

  it('takes a script, and says when it is aligned', async () => {
    const { user, api, section, sent } = await open({ ...transcriptEditor, transcript: null, segments: [] });
    expect(section.getByText(/^This title has no transcript yet\./)).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Align to the sound' }));
    expect(section.getByRole('alert')).toHaveTextContent('Enter the words, or choose a text file.');
    await user.type(section.getByLabelText('Words'), 'Ask not');
    await user.selectOptions(section.getByLabelText('Kind of script'), 'Lyrics, line by line');
    api.on(`PUT /api/content/${contentId()}/script`, {
      body: { script: { kind: 'lyrics', language: 'en', created_at: AT }, started: true },
    });
    await user.click(section.getByRole('button', { name: 'Align to the sound' }));
    expect(await screen.findByText('The script is being aligned')).toBeInTheDocument();
    expect(sent('PUT').at(-1)?.body).toEqual({ text: 'Ask not', kind: 'lyrics', language: 'en' });
    expect(await axeViolations()).toEqual([]);
  });

  it('offers another transcript that did not replace an edited one', async () => {
    const { user, api, section, sent } = await open({
      ...transcriptEditor,
      candidate: { ...summary, source: 'script', set: OTHER_SET },
    });
    api.on(`POST ${path}/choice`, { status: 204 });
    await user.click(section.getByRole('button', { name: 'Use the other transcript' }));
    await waitFor(() =>
      expect(sent('POST').at(-1)?.body).toEqual({ use: 'candidate', set: SET, candidate_set: OTHER_SET }),
    );
  });
});
