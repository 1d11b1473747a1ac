/** Values of deployed files that are known only when their stack is created, by marker. */
export type Markers = Readonly<Record<string, unknown>>;

/** Replaces markers by values, escaped for JSON strings if `jsonEscape` is set. */
export const replaceMarkers = (text: string, markers: Markers, jsonEscape: boolean): string => {
  let result = text;
  for (const [marker, value] of Object.entries(markers)) {
    const inserted = String(value);
    result = result.replaceAll(marker, () => (jsonEscape ? JSON.stringify(inserted).slice(1, -1) : inserted));
  }
  return result;
};
