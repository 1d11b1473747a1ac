/** Milliseconds after which the browser has started to read a file that it saves. */
const READ_MS = 10_000;

/** Saves parts of a text as a file of the user. `type` is its media type. */
export const downloadText = (name: string, type: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
};
