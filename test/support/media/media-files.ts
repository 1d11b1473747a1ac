/** Folder of the media that tests use; README.md names their licenses. */
export const MEDIA = import.meta.dirname;
