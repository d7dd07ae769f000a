/** The source of manual pages, in the macros of man(7). `build/man.ts` fills in the date and the version. */
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
/** Terms with what they mean, each as a sentence. */
export const list = (rows: readonly (readonly [string, string])[]) =>
	rows.map(([term, text]) => `.TP\n.B ${roff(term)}\n${sentence(text)}`).join('\n');
export const sentence = (text: string) =>
	roff(/[.!?]$/.test(text) ? text : `${text}.`).replace(/^[a-z]/, letter => letter.toUpperCase());
/** Lines as they are typed. */
export const code = (lines: readonly string[]) => ['.EX', ...lines.map(roff), '.EE'].join('\n');
/** `['rcondeck', '1']`: `rcondeck(1)`. */
export const references = (pages: readonly (readonly [string, string])[]) =>
	pages
		.map(([name, number], at) => `.BR ${roff(name)} (${number})${at < pages.length - 1 ? ',' : ''}`)
		.join('\n');

/** A text that roff takes as it is: no escapes, no requests at the beginning of a line, dashes that can be copied. */
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
