import { useState } from 'react';
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
      <TextField
        label={texts.from}
        type="date"
        value={values.from}
        max={values.to || undefined}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={texts.to}
        type="date"
        value={values.to}
        min={values.from || undefined}
        onChange={({ target }) => change({ to: target.value })}
      />
    </FilterPanel>
  );
};
