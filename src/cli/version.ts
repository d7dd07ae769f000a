declare const RCONDECK_VERSION: string;

/** The build puts the package's version in place of the name. */
export const version = typeof RCONDECK_VERSION === 'string' ? RCONDECK_VERSION : '0.0.0-source';
