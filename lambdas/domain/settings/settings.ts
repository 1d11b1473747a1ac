import type { ContentStatus } from '../../contract/content/content-shapes.ts';

/** What administrators set for the whole platform. */
export interface PlatformSettings {
  readonly platform_name: string;
  readonly platform_description: string;
  /** Uploads are published without a review while content is moderated. */
  readonly auto_approve_uploads: boolean;
  /** Somebody looks at uploads before they are published. */
  readonly content_moderation: boolean;
}

/** Settings with the number of their version: 0 as long as nobody set anything. */
export interface SettingsVersion extends PlatformSettings {
  readonly version: number;
  /** Null in version 0. */
  readonly updated_at: string | null;
  readonly updated_by: string | null;
}

/** What a new platform begins with. */
export const initialSettings: SettingsVersion = {
  version: 0,
  platform_name: 'Soundstage',
  platform_description: '',
  auto_approve_uploads: false,
  content_moderation: false,
  updated_at: null,
  updated_by: null,
};

/**
 * The status that an upload gets whose sender asked for `wanted`. A wish to publish is granted, at once or as soon as
 * the conversion is complete, in three of four cases; a draft stays one.
 *
 * | Content moderation | Auto-approve uploads | 'Upload & Publish' |
 * |---|---|---|
 * | off | off | is published |
 * | off | on | is published: nobody would review it anyway |
 * | on | off | waits as `pending` until a moderator or administrator publishes it |
 * | on | on | is published: uploads count as approved |
 *
 * What was asked for before a setting was changed stays granted.
 */
export const uploadStatus = (
  wanted: ContentStatus,
  settings: Pick<PlatformSettings, 'auto_approve_uploads' | 'content_moderation'>,
): ContentStatus =>
  wanted === 'published' && settings.content_moderation && !settings.auto_approve_uploads ? 'pending' : wanted;
