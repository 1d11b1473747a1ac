import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { line, pageOf, pageQuery, paragraph, Timestamp, UserId } from '../shared.ts';

/** US dollars and cents. */
const Dollars = z.number().check(z.minimum(0), z.maximum(100_000), z.multipleOf(0.01));

const editableFields = {
  platform_name: line(60, 1),
  platform_description: paragraph(500),
  /** Whom listeners ask for another plan: an email address, a web address or a name. Empty: no one is named. */
  plan_contact: line(200),
  /** Publishes uploads without review, even while `content_moderation` is on. */
  auto_approve_uploads: z.boolean(),
  /** Requires a review of each upload before it is published. */
  content_moderation: z.boolean(),
  /** What the analysis of one title may cost in a calendar month (UTC), US dollars at list price. 0: nothing paid. */
  analysis_budget_title_usd: Dollars,
  /** What the analysis of all titles may cost in a calendar month (UTC), US dollars at list price. */
  analysis_budget_month_usd: Dollars,
  /** Transcribes music too. Otherwise only when someone asks for it. */
  analysis_transcribe_music: z.boolean(),
};

/** Settings that an administrator can change. */
export const SettingsInput = z.strictObject({
  ...editableFields,
  /** The version that was edited. Fails with `version_conflict` when a newer one exists. */
  version: z.number().check(z.int(), z.minimum(0)),
});
export type SettingsInput = z.infer<typeof SettingsInput>;

/** One version of the settings, with its author and time. Both are null until an administrator first saves settings. */
export const SettingsView = z.object({
  ...editableFields,
  version: z.number(),
  updated_at: z.nullable(Timestamp),
  updated_by: z.nullable(UserId),
  /** Null when the user's profile no longer exists. */
  updated_by_name: z.nullable(z.string()),
});
export type SettingsView = z.infer<typeof SettingsView>;

/** Settings that anyone can read. */
export const PublicSettings = z.object({
  platform_name: z.string(),
  platform_description: z.string(),
  plan_contact: z.string(),
});
export type PublicSettings = z.infer<typeof PublicSettings>;

export const settingsEndpoints = {
  'settings.get-public': endpoint({
    method: 'GET',
    path: '/api/settings',
    auth: 'public',
    summary: "Returns the platform's name, description and contact for plans.",
    responses: { 200: PublicSettings },
    errors: [],
  }),
  'settings.get-settings': endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    auth: 'admin',
    summary: 'Returns the current settings.',
    responses: { 200: SettingsView },
    errors: [],
  }),
  'settings.update-settings': endpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Saves a new version of the settings.',
    body: SettingsInput,
    responses: { 200: SettingsView },
    errors: ['version_conflict'],
  }),
  'settings.list-versions': endpoint({
    method: 'GET',
    path: '/api/admin/settings/versions',
    auth: 'admin',
    summary: 'Lists all versions of the settings, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(SettingsView) },
    errors: ['invalid_cursor'],
  }),
};
