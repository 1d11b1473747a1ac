import { useState } from 'react';
import { isIncomplete } from '../../ui/forms/date-check.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { FilterPanel } from '../../ui/forms/filter-panel.tsx';
import { noFilter, type FilterValues } from './filter.ts';
import { AUDIT_TARGETS } from './targets.ts';
import { actionText, auditTexts as texts } from './texts.ts';

export interface FilterFormProps {
  readonly values: FilterValues;
  /** Names of the users to choose from, by ID. */
  readonly people: ReadonlyMap<string, string>;
  readonly onChange: (values: FilterValues) => void;
}

interface DayFieldProps {
  readonly label: string;
  /** `2026-03-04`; empty for none. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string) => void;
}

/** A day that filters the log. One that is not complete does not, so the field says so when it loses focus. */
const DayField = ({ onChange, ...field }: DayFieldProps) => {
  const [incomplete, setIncomplete] = useState(false);
  return (
    <TextField
      type="date"
      {...field}
      error={incomplete && field.value === '' ? texts.incompleteDay : undefined}
      onChange={({ target }) => onChange(target.value)}
      onBlur={({ target }) => setIncomplete(isIncomplete(target))}
    />
  );
};

/** Filters the log. A choice takes effect immediately, the ID when the field loses focus or Enter is pressed. */
export const FilterForm = ({ values, people, onChange }: FilterFormProps) => {
  const [id, setId] = useState({ applied: values.id, typed: values.id });
  // The filter was changed by a row's button or by the Back button.
  if (id.applied !== values.id) setId({ applied: values.id, typed: values.id });
  const change = (part: Partial<FilterValues>) => onChange({ ...values, ...part });
  const applyId = () => {
    if (id.typed.trim() !== values.id) change({ id: id.typed.trim() });
  };
  const actions = Object.keys(texts.actions).filter(
    (action) => values.target === '' || action.startsWith(`${values.target}.`),
  );
  return (
    <FilterPanel
      title={texts.filters}
      opener={texts.narrow}
      clear={texts.clear}
      values={values}
      onClear={() => onChange(noFilter)}
    >
      <SelectField label={texts.actor} value={values.actor} onChange={({ target }) => change({ actor: target.value })}>
        <option value="">{texts.anyActor}</option>
        {[...people].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.target}
        value={values.target}
        onChange={({ target }) => change({ target: target.value, action: '' })}
      >
        <option value="">{texts.anyTarget}</option>
        {AUDIT_TARGETS.map((target) => (
          <option key={target} value={target}>
            {texts.targets[target]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.action}
        value={values.action}
        onChange={({ target }) => change({ action: target.value })}
      >
        <option value="">{texts.anyAction}</option>
        {[...new Set([...actions, ...(values.action === '' ? [] : [values.action])])].map((action) => (
          <option key={action} value={action}>
            {actionText(action)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts.targetId}
        value={id.typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setId({ ...id, typed: target.value })}
        onBlur={applyId}
        onKeyDown={({ key }) => key === 'Enter' && applyId()}
      />
      <DayField
        label={texts.from}
        value={values.from}
        max={values.to || undefined}
        onChange={(from) => change({ from })}
      />
      <DayField label={texts.to} value={values.to} min={values.from || undefined} onChange={(to) => change({ to })} />
    </FilterPanel>
  );
};
