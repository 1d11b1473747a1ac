/**
 * Path of the distribution that responds with the country of the viewer (ISO 3166-1 alpha-2), or with an empty text if
 * it is not known. No other part of the product reads the address that it is found by.
 */
export const WHERE_PATH = '/edge/where';
