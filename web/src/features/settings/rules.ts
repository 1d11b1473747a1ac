import type { SettingsInput, SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { settingsTexts as texts } from './texts.ts';

/** The values of the form. */
export type SettingsValues = Omit<SettingsInput, 'version'>;

type SettingsField = keyof SettingsValues;

/** The labels of the fields, in the order of the form. */
export const settingLabels: Readonly<Record<SettingsField, string>> = {
  platform_name: texts.name,
  platform_description: texts.description,
  plan_contact: texts.contact,
  auto_approve_uploads: texts.autoApprove,
  content_moderation: texts.moderation,
  analysis_budget_title_usd: texts.titleBudget,
  analysis_budget_month_usd: texts.monthBudget,
  analysis_transcribe_music: texts.transcribeMusic,
};

/** The form values of a version. */
export const valuesOf = ({
  platform_name,
  platform_description,
  plan_contact,
  auto_approve_uploads,
  content_moderation,
  analysis_budget_title_usd,
  analysis_budget_month_usd,
  analysis_transcribe_music,
}: SettingsView): SettingsValues => ({
  platform_name,
  platform_description,
  plan_contact,
  auto_approve_uploads,
  content_moderation,
  analysis_budget_title_usd,
  analysis_budget_month_usd,
  analysis_transcribe_music,
});

/** The fields whose values differ. */
export const differingFields = (a: SettingsValues, b: SettingsValues): readonly SettingsField[] =>
  (Object.keys(settingLabels) as SettingsField[]).filter((field) => a[field] !== b[field]);

/** The display text of a value. */
export const shownValue = (value: string | boolean | number): string => {
  if (typeof value === 'number') return texts.dollars(value);
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  return value === '' ? texts.empty : value;
};

/** What the two switches mean for uploads, in a sentence. */
export const gateText = ({
  content_moderation: isModerated,
  auto_approve_uploads: isApproved,
}: Pick<SettingsValues, 'content_moderation' | 'auto_approve_uploads'>): string => {
  if (!isModerated) return texts.gate.open;
  return isApproved ? texts.gate.approved : texts.gate.review;
};
