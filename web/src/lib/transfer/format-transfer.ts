const KIB = 1024;
const MIB = KIB * 1024;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Bytes per second in B/s, KB/s or MB/s. */
export const formatSpeed = (bytesPerSecond: number): string => {
  if (bytesPerSecond < KIB) return `${Math.round(bytesPerSecond)} B/s`;
  return bytesPerSecond < MIB
    ? `${(bytesPerSecond / KIB).toFixed(1)} KB/s`
    : `${(bytesPerSecond / MIB).toFixed(1)} MB/s`;
};

/** Seconds as `s`, `m s` or `h m`. */
export const formatTimeLeft = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < MINUTE) return `${whole}s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}m ${whole % MINUTE}s`;
  return `${Math.floor(whole / HOUR)}h ${Math.floor((whole % HOUR) / MINUTE)}m`;
};
