import type { SettingsInput, SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { settingsTexts as texts } from './texts.ts';

/** What the form holds. */
export type SettingsValues = Omit<SettingsInput, 'version'>;

type SettingsField = keyof SettingsValues;

/** Fields in the order of the form, with their labels. */
export const settingLabels: Readonly<Record<SettingsField, string>> = {
  platform_name: texts.name,
  platform_description: texts.description,
  auto_approve_uploads: texts.autoApprove,
  content_moderation: texts.moderation,
};

/** A version as the form shows it. */
export const valuesOf = ({
  platform_name,
  platform_description,
  auto_approve_uploads,
  content_moderation,
}: SettingsView): SettingsValues => ({
  platform_name,
  platform_description,
  auto_approve_uploads,
  content_moderation,
});

/** Fields whose values differ. */
export const differingFields = (a: SettingsValues, b: SettingsValues): readonly SettingsField[] =>
  (Object.keys(settingLabels) as SettingsField[]).filter((field) => a[field] !== b[field]);

/** A value as people read it. */
export const shownValue = (value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  return value === '' ? texts.empty : value;
};

/** What the two switches make of an upload, in a sentence. */
export const gateText = ({
  content_moderation: isModerated,
  auto_approve_uploads: isApproved,
}: Pick<SettingsValues, 'content_moderation' | 'auto_approve_uploads'>): string => {
  if (!isModerated) return texts.gate.open;
  return isApproved ? texts.gate.approved : texts.gate.review;
};
