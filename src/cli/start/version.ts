declare const RCONDECK_VERSION: string;

/** The build replaces this name with the version of the package. */
export const version = typeof RCONDECK_VERSION === 'string' ? RCONDECK_VERSION : '0.0.0-source';
