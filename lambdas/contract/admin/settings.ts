import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { line, pageOf, pageQuery, paragraph, Timestamp, UserId } from '../shared.ts';

const written = {
  platform_name: line(60, 1),
  platform_description: paragraph(500),
  /** Uploads are published without a review while content is moderated. */
  auto_approve_uploads: z.boolean(),
  /** Somebody looks at uploads before they are published. */
  content_moderation: z.boolean(),
};

/** What an administrator sets. */
export const SettingsInput = z.strictObject({
  ...written,
  /** Number of the version that was edited; a newer one answers `version_conflict`. */
  version: z.number().check(z.int(), z.minimum(0)),
});
export type SettingsInput = z.infer<typeof SettingsInput>;

/** One version of the settings, with who made it and when; both null as long as nobody set anything. */
export const SettingsView = z.object({
  ...written,
  version: z.number(),
  updated_at: z.nullable(Timestamp),
  updated_by: z.nullable(UserId),
  /** Null for a person whose profile is gone. */
  updated_by_name: z.nullable(z.string()),
});
export type SettingsView = z.infer<typeof SettingsView>;

/** What everybody may know of the platform. */
export const PublicSettings = z.object({ platform_name: z.string(), platform_description: z.string() });
export type PublicSettings = z.infer<typeof PublicSettings>;

export const settingsEndpoints = {
  'settings.get-public': endpoint({
    method: 'GET',
    path: '/api/settings',
    auth: 'public',
    summary: 'Name and description of the platform.',
    responses: { 200: PublicSettings },
    errors: [],
  }),
  'settings.get-settings': endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    auth: 'admin',
    summary: 'The settings as they stand.',
    responses: { 200: SettingsView },
    errors: [],
  }),
  'settings.update-settings': endpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    auth: 'admin',
    summary: 'Makes the next version of the settings.',
    body: SettingsInput,
    responses: { 200: SettingsView },
    errors: ['version_conflict'],
  }),
  'settings.list-versions': endpoint({
    method: 'GET',
    path: '/api/admin/settings/versions',
    auth: 'admin',
    summary: 'Every version of the settings, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(SettingsView) },
    errors: ['invalid_cursor'],
  }),
};
