import { useSearchParams } from 'react-router';
import { SelectField } from '../../../ui/forms/field.tsx';

/** The period in the address; the default one if the address names none of them. */
export const usePeriod = <Period extends number>(
  parameter: string,
  periods: readonly Period[],
  byDefault: Period,
): Period => {
  const [search] = useSearchParams();
  return periods.find((period) => String(period) === search.get(parameter)) ?? byDefault;
};

export interface PeriodFieldProps<Period extends number> {
  readonly label: string;
  /** Name of the period in the address. */
  readonly parameter: string;
  readonly periods: readonly Period[];
  readonly value: Period;
  readonly nameOf: (period: Period) => string;
}

/** Chooses the period of numbers. The choice is part of the address. */
export const PeriodField = <Period extends number>(props: PeriodFieldProps<Period>) => {
  const { label, parameter, periods, value, nameOf } = props;
  const [search, setSearch] = useSearchParams();
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        const next = new URLSearchParams(search);
        next.set(parameter, target.value);
        setSearch(next, { preventScrollReset: true, replace: true });
      }}
    >
      {periods.map((period) => (
        <option key={period} value={period}>
          {nameOf(period)}
        </option>
      ))}
    </SelectField>
  );
};
