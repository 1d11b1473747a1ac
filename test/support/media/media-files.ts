/** Folder of the media that tests use; README.md names their licences. */
export const MEDIA = import.meta.dirname;
