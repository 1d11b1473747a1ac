import styles from './bulk.module.css';

export interface SelectBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Chooses one row for what is done to many. */
export const SelectBox = ({ label, checked, onChange }: SelectBoxProps) => (
  <span className={styles['box']}>
    <input type="checkbox" aria-label={label} checked={checked} onChange={(event) => onChange(event.target.checked)} />
  </span>
);
