import type {PackageLicense} from './package-licenses.ts';

/** The licenses as one document. Packages with the same text share it. */
export function licensesText(licenses: readonly PackageLicense[]): string {
	const byText = new Map<string, string[]>();
	for (const {name, version, license, text} of licenses) {
		const title = `${name} ${version} (${license})`;
		byText.set(text, [...(byText.get(text) ?? []), title]);
	}
	return [...byText]
		.map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`)
		.join(`\n${'-'.repeat(72)}\n\n`);
}
