/** A package in the program, with the text of its license. */
export type PackageLicense = {name: string; version: string; license: string; text: string};

/** The build replaces this file with a part of the program. */
export const packageLicenses: readonly PackageLicense[] = [];
