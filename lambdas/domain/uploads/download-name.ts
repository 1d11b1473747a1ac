/** `Content-Disposition` for a download under the original name (RFC 6266): an ASCII fallback and the name in UTF-8. */
export const attachmentDisposition = (fileName: string): string => {
  const plain = fileName.replaceAll(/[^A-Za-z0-9 ._-]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
