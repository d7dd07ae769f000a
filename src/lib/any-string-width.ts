import stringWidth from 'string-width';

/** Measures any text. An object, so that the build can load the package and its patterns on first use. */
export const anyStringWidth = {of: stringWidth};
