/** The one language in which the product says what is wrong with an input. The other 50 are a file each. */
export { default as en } from 'zod/v4/locales/en.cjs';
