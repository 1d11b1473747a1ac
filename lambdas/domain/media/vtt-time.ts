const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a time in seconds as a WebVTT timestamp: `01:02:03.456`. */
export const vttTimestamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000);
  const whole = Math.floor(ms / 1000);
  const time = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(':');
  return `${time}.${String(ms % 1000).padStart(3, '0')}`;
};
