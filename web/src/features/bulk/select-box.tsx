import styles from './bulk.module.css';

export interface SelectBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Selects one row for a bulk action. */
export const SelectBox = ({ label, checked, onChange }: SelectBoxProps) => (
  <span className={styles['box']}>
    <input type="checkbox" aria-label={label} checked={checked} onChange={(event) => onChange(event.target.checked)} />
  </span>
);
