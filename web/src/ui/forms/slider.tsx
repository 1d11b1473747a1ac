import type { CSSProperties, KeyboardEvent } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './slider.module.css';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Smallest change with the pointer. */
  readonly step: number;
  /** Change per arrow key; Page Up and Page Down change ten times as much. */
  readonly keyStep: number;
  /** The value as text for screen readers. */
  readonly valueText: string;
  readonly onValueChange: (value: number) => void;
  /** Called when the pointer or key is released. */
  readonly onCommit?: () => void;
  readonly disabled?: boolean;
  /** How far the media is buffered, drawn behind the value. */
  readonly buffered?: number;
  readonly className?: string | undefined;
  readonly shortcuts?: string;
}

const stepsOfKey: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

const percent = (part: number, whole: number): string =>
  `${whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0}%`;

/** Sets a value between 0 and `max` with the pointer or the arrow, Page, Home and End keys. */
export const Slider = ({
  label,
  value,
  max,
  step,
  keyStep,
  valueText,
  onValueChange,
  onCommit,
  disabled = false,
  buffered = 0,
  className,
  shortcuts,
}: SliderProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = stepsOfKey[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onValueChange(Math.min(max, Math.max(0, value + steps * keyStep)));
  };
  return (
    <input
      type="range"
      className={classNames(styles['slider'], className)}
      style={{ '--filled': percent(value, max), '--buffered': percent(buffered, max) } as CSSProperties}
      aria-label={label}
      aria-valuetext={valueText}
      aria-keyshortcuts={shortcuts}
      min={0}
      max={max}
      step={step}
      value={Math.min(value, max)}
      disabled={disabled}
      onChange={(event) => onValueChange(event.currentTarget.valueAsNumber)}
      onKeyDown={onKeyDown}
      onKeyUp={onCommit}
      onPointerUp={onCommit}
      onBlur={onCommit}
    />
  );
};
