/** Values of a deployed file that are known only when its stack is made, by marker. */
export type Markers = Readonly<Record<string, unknown>>;

/** Puts values in place of markers; in a JSON file they are escaped as its texts need it. */
export const replaceMarkers = (text: string, markers: Markers, jsonEscape: boolean): string => {
  let result = text;
  for (const [marker, value] of Object.entries(markers)) {
    const inserted = String(value);
    result = result.replaceAll(marker, () => (jsonEscape ? JSON.stringify(inserted).slice(1, -1) : inserted));
  }
  return result;
};
