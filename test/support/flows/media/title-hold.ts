import type { FlowTools } from '../flow-tools.ts';

const reason = 'Lawsuit 8';

/** Puts a title under a legal hold, tries to delete it and to replace its file, and releases the hold. */
export const holdTitle = async ({ api, admin }: FlowTools, id: string): Promise<void> => {
  const change = { params: { id }, body: { reason } };
  const { held_since: since } = await api.call('content.set-hold', change, admin);
  if (since === null) throw new Error('The hold was not set');
  const { titles } = await api.call('retention.list-holds', {}, admin);
  if (!titles.some(({ content_id: held, title }) => held === id && title !== id))
    throw new Error('The held title is not listed');
  const file = { fileName: 'other.flv', fileType: 'video/x-flv', fileSize: 1000, contentId: id };
  const denied = [
    await api.request('content.delete-content', { params: { id } }, admin),
    await api.request('uploads.s3-upload-url', { body: file }, admin),
  ];
  if (denied.some(({ status }) => status !== 409)) throw new Error('The hold does not keep the title');
  await api.call('content.release-hold', change, admin);
};
