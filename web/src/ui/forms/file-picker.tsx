import styles from './file-picker.module.css';

export interface FilePickerProps {
  /** Name of the field for screen readers. */
  readonly label: string;
  /** Visible text: what to do, or the name of the chosen file. */
  readonly text: string;
  /** File types, as the `accept` attribute of an input. */
  readonly accept: string;
  readonly onFile: (file: File | null) => void;
}

/** Chooses a file, or takes one that is dropped on it. */
export const FilePicker = ({ label, text, accept, onFile }: FilePickerProps) => (
  <label className={styles['picker']}>
    <input
      type="file"
      accept={accept}
      aria-label={label}
      onChange={({ target }) => {
        onFile(target.files?.[0] ?? null);
        // Otherwise, choosing the same file again would not fire a change event.
        target.value = '';
      }}
    />
    <span>{text}</span>
  </label>
);
