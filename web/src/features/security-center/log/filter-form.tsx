import {
  EVENT_CATEGORIES,
  EVENT_NAMES,
  EVENT_SOURCES,
  SEVERITIES,
} from '../../../../../lambdas/contract/admin/security-kinds.ts';
import { eventNames } from '../../../core/security/texts.ts';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { FilterPanel } from '../../../ui/forms/filter-panel.tsx';
import { logTexts as texts, securityCenterTexts } from '../texts.ts';
import { noFilter, type LogFilter } from './filter.ts';

const { categories, severities } = securityCenterTexts;

/** Risks to choose from: each is the least of a color or a severity. */
const RISKS = [1, 40, 70, 80];

/** A value, and its text in the list. */
type Choice = readonly [value: string, text: string];

const kinds = EVENT_NAMES.map((kind): Choice => [kind, eventNames[kind]]).sort(([, a], [, b]) => a.localeCompare(b));

interface ChoiceFieldProps {
  readonly label: string;
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

const ChoiceField = ({ label, any, choices, value, onChoose }: ChoiceFieldProps) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
    <option value="">{any}</option>
    {choices.map(([each, text]) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </SelectField>
);

export interface FilterFormProps {
  readonly values: LogFilter;
  /** Names of the users to choose from, by ID. */
  readonly people: ReadonlyMap<string, string>;
  readonly onChange: (values: LogFilter) => void;
}

/** Filters the log. A choice takes effect immediately. */
export const FilterForm = ({ values, people, onChange }: FilterFormProps) => {
  const field = (name: keyof LogFilter) => ({
    value: values[name],
    onChoose: (value: string) => onChange({ ...values, [name]: value }),
  });
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    value: values[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...values, [name]: target.value }),
  });
  return (
    <FilterPanel
      title={texts.filters}
      opener={texts.narrow}
      clear={texts.clear}
      values={values}
      hint={texts.period}
      onClear={() => onChange(noFilter)}
    >
      <ChoiceField label={texts.kind} any={texts.anyKind} choices={kinds} {...field('kind')} />
      <ChoiceField
        label={texts.category}
        any={texts.anyCategory}
        choices={EVENT_CATEGORIES.map((category) => [category, categories[category]])}
        {...field('category')}
      />
      <ChoiceField
        label={texts.severity}
        any={texts.anySeverity}
        choices={SEVERITIES.map((severity) => [severity, severities[severity]])}
        {...field('severity')}
      />
      <ChoiceField
        label={texts.source}
        any={texts.anySource}
        choices={EVENT_SOURCES.map((source) => [source, texts.sources[source]])}
        {...field('source')}
      />
      <ChoiceField label={texts.user} any={texts.anyUser} choices={[...people]} {...field('user')} />
      <ChoiceField
        label={texts.risk}
        any={texts.anyRisk}
        choices={RISKS.map((risk) => [String(risk), texts.risks(risk)])}
        {...field('risk')}
      />
      <TextField label={texts.from} max={values.to || undefined} {...day('from')} />
      <TextField label={texts.to} min={values.from || undefined} {...day('to')} />
    </FilterPanel>
  );
};
