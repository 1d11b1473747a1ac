import { MAX_SCRIPT_BYTES } from '../../contract/content/analysis-limits.ts';
import type { ScriptInput } from '../../contract/content/transcript-editing.ts';
import { AppError } from '../app-error.ts';
import type { ActBy, AuditAct } from '../audit/act.ts';
import type { Script } from './stored.ts';

/** Where a script belongs: the content item, who supplied it and when (ISO 8601). */
export interface ScriptOrigin {
  readonly contentId: string;
  readonly by: ActBy;
  readonly at: string;
}

/** The script that a user supplies. @throws AppError `validation_failed` without words, or with too many */
export const newScript = ({ kind, language, text }: ScriptInput, { contentId, by, at }: ScriptOrigin): Script => {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new AppError('validation_failed', 'Enter the words that are spoken or sung.');
  if (new TextEncoder().encode(text).length > MAX_SCRIPT_BYTES)
    throw new AppError('validation_failed', 'A script can have at most 300,000 bytes, about 50,000 words.');
  return { content_id: contentId, kind, language, text, created_at: at, created_by: by.actor.userId };
};

/** The script in the audit log, without its words. */
const audited = (title: string, { kind, language, text }: Script): object => ({
  title,
  script: kind,
  language,
  characters: text.length,
});

/** Audit action: a user stored a script, in place of the one before. */
export const scriptStored = (by: ActBy, title: string, script: Script, before?: Script): AuditAct => ({
  ...by,
  action: 'content.script-stored',
  targetId: script.content_id,
  before: before ? audited(title, before) : {},
  after: audited(title, script),
});
