import stringWidth from 'string-width';

/** The width of any text. An object, so that the build can load the package, and its patterns, at the first use. */
export const anyStringWidth = {of: stringWidth};
