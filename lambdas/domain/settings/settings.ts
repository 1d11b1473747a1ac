import type { ContentStatus } from '../../contract/content/content-shapes.ts';

/** Settings of the platform, changed by administrators. */
export interface PlatformSettings {
  readonly platform_name: string;
  readonly platform_description: string;
  /** Whom listeners ask for another plan; can be empty. */
  readonly plan_contact: string;
  /** Publishes uploads whose analysis found nothing without review, even while `content_moderation` is on. */
  readonly auto_approve_uploads: boolean;
  /** Requires a review of each upload before it is published. */
  readonly content_moderation: boolean;
  /** What the analysis of one title may cost in a calendar month, US dollars. */
  readonly analysis_budget_title_usd: number;
  /** What the analysis of all titles may cost in a calendar month, US dollars. */
  readonly analysis_budget_month_usd: number;
  /** Transcribes music too. Otherwise only when someone asks for it. */
  readonly analysis_transcribe_music: boolean;
}

/** Settings with their version number: 0 until an administrator first saves settings. */
export interface SettingsVersion extends PlatformSettings {
  readonly version: number;
  /** Null in version 0. */
  readonly updated_at: string | null;
  readonly updated_by: string | null;
}

/** Settings of a new platform. */
export const initialSettings: SettingsVersion = {
  version: 0,
  platform_name: 'Soundstage',
  platform_description: '',
  plan_contact: '',
  auto_approve_uploads: false,
  content_moderation: false,
  analysis_budget_title_usd: 1.5,
  analysis_budget_month_usd: 50,
  analysis_transcribe_music: false,
  updated_at: null,
  updated_by: null,
};

/**
 * The status of an upload for which `requested` was chosen. `published` takes effect at once or when the conversion
 * completes. Other statuses stay as requested.
 *
 * | Content moderation | Auto-approve uploads | 'Upload & Publish' |
 * |---|---|---|
 * | off | off | is published |
 * | off | on | is published, because there are no reviews |
 * | on | off | is `pending` until a moderator or administrator publishes it |
 * | on | on | is published once its analysis is clear; anything else waits for staff (`domain/safety/gate.ts`) |
 *
 * A replacement of a published item takes effect when it is converted, or with content moderation when staff accept it
 * (`mustWait` in `domain/uploads/new-content.ts`).
 *
 * A later change of the settings does not affect earlier uploads.
 */
export const uploadStatus = (
  requested: ContentStatus,
  settings: Pick<PlatformSettings, 'auto_approve_uploads' | 'content_moderation'>,
): ContentStatus =>
  requested === 'published' && settings.content_moderation && !settings.auto_approve_uploads ? 'pending' : requested;
