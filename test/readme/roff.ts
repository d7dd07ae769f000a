/** Generates a manual page with the macros of man(7). `build/man.ts` fills in the date and the version. */
export const page = (name: string, number: string, text: string, sections: readonly string[]): string =>
	[
		'.\\" Made by `npm run readme` from the declarations of the program.',
		`.TH ${name.toUpperCase()} ${number} "@DATE@" "rcondeck @VERSION@" "rcondeck manual"`,
		section('NAME', `${roff(name)} \\- ${roff(text)}`),
		...sections,
		'',
	].join('\n');

export const section = (name: string, body: string) => `.SH ${roff(name)}\n${body}`;
export const paragraphs = (texts: readonly string[]) => texts.map(roff).join('\n.PP\n');
/** A list of terms with their explanations, each as a sentence. */
export const list = (rows: readonly (readonly [string, string])[]) =>
	rows.map(([term, text]) => `.TP\n.B ${roff(term)}\n${sentence(text)}`).join('\n');
export const sentence = (text: string) =>
	roff(/[.!?]$/.test(text) ? text : `${text}.`).replace(/^[a-z]/, letter => letter.toUpperCase());
/** Lines of code, verbatim. */
export const code = (lines: readonly string[]) => ['.EX', ...lines.map(roff), '.EE'].join('\n');
/** Formats `['rcondeck', '1']` as `rcondeck(1)`. */
export const references = (pages: readonly (readonly [string, string])[]) =>
	pages
		.map(([name, number], at) => `.BR ${roff(name)} (${number})${at < pages.length - 1 ? ',' : ''}`)
		.join('\n');

/** Escapes a text for roff: backslashes, leading periods, and dashes that can be copied. */
export const roff = (text: string): string =>
	text
		.replaceAll('\\', '\\e')
		.replaceAll('-', '\\-')
		.replaceAll('"', '\\(dq')
		.replaceAll("'", '\\(aq')
		.replaceAll('`', '')
		.replaceAll('…', '...')
		.replaceAll('’', '\\(cq')
		.replace(/^[.]/, '\\&$&');
