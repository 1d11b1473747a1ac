const two = (value: number): string => String(value).padStart(2, '0');

/** A time in seconds as WebVTT writes it: `01:02:03.456`. */
export const vttTimestamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000);
  const whole = Math.floor(ms / 1000);
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${String(ms % 1000).padStart(3, '0')}`;
};
