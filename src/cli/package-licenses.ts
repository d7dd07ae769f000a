/** A package in the program, with the text of its license. */
export type PackageLicense = {name: string; version: string; license: string; text: string};

/** Set by the build. */
declare const PACKAGE_LICENSES: () => readonly PackageLicense[];

/** Returns the licenses of all packages in the program; none when it is not built. */
export const packageLicenses = (): readonly PackageLicense[] =>
	typeof PACKAGE_LICENSES === 'undefined' ? [] : PACKAGE_LICENSES();
