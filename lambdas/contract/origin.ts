/** Header in which the distribution sends the origin secret with each request to the API. */
export const ORIGIN_HEADER = 'x-soundstage-origin';
