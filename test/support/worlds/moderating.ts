import type { Api } from '../api.ts';

/**
 * Turns the review of uploads on or off, with an administrator's token. While it is on, staff must approve each upload
 * unless `auto_approve_uploads`.
 */
export const setModeration = async (
  api: Api,
  token: string,
  isOn: boolean,
  { auto_approve_uploads = false } = {},
): Promise<void> => {
  const {
    updated_at: _at,
    updated_by: _by,
    updated_by_name: _name,
    ...settings
  } = await api.call('settings.get-settings', {}, token);
  const body = { ...settings, content_moderation: isOn, auto_approve_uploads };
  await api.call('settings.update-settings', { body }, token);
};
