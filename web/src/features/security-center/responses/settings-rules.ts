import type { SecuritySettings } from '../../../../../lambdas/contract/admin/security-responses.ts';
import {
  ALERT_RULE_NAMES,
  ALERT_RULES,
  RESPONSE_ACTIONS,
  type AlertRuleName,
  type ResponseAction,
} from '../../../../../lambdas/contract/admin/security-rules.ts';
import { responseTexts, securityCenterTexts } from '../texts.ts';

const texts = responseTexts.settings;

/** The values of the form. */
export type SettingsValues = Omit<SecuritySettings, 'version'>;

/** One switch of the form: an action of a rule, or the emails. */
export type Switch = { readonly rule: AlertRuleName; readonly action: ResponseAction } | 'mail';

/** The form values of a version. */
export const valuesOf = ({ automatic, mail_alerts }: SecuritySettings): SettingsValues => ({ automatic, mail_alerts });

/** The actions to choose from for a rule: what its alerts propose, and what is switched on in one of the versions. */
export const actionsOf = (rule: AlertRuleName, versions: readonly SettingsValues[]): readonly ResponseAction[] => {
  const on = versions.flatMap(({ automatic }) => automatic[rule]);
  const offered: readonly ResponseAction[] = [...ALERT_RULES[rule].proposes, ...on];
  return RESPONSE_ACTIONS.filter((action) => offered.includes(action));
};

/** Whether a switch is on. */
export const isOn = ({ automatic, mail_alerts: mail }: SettingsValues, one: Switch): boolean =>
  one === 'mail' ? mail : automatic[one.rule].includes(one.action);

/** The values with a switch turned. Actions keep the order of the table, so that equal values look equal. */
export const turned = (values: SettingsValues, one: Switch): SettingsValues => {
  if (one === 'mail') return { ...values, mail_alerts: !values.mail_alerts };
  const { rule, action } = one;
  const before = isOn(values, one);
  const actions = RESPONSE_ACTIONS.filter((each) =>
    each === action ? !before : values.automatic[rule].includes(each),
  );
  return { ...values, automatic: { ...values.automatic, [rule]: actions } };
};

const allSwitches: readonly Switch[] = [
  ...ALERT_RULE_NAMES.flatMap((rule) => RESPONSE_ACTIONS.map((action) => ({ rule, action }))),
  'mail',
];

/** The switches that differ. */
export const differing = (a: SettingsValues, b: SettingsValues): readonly Switch[] =>
  allSwitches.filter((one) => isOn(a, one) !== isOn(b, one));

/** The name of a switch outside the form. */
export const switchName = (one: Switch): string =>
  one === 'mail'
    ? texts.mail
    : texts.field(securityCenterTexts.rules[one.rule], securityCenterTexts.actions[one.action]);
