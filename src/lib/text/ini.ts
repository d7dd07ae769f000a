import {type ByName, emptyRecord} from '../json/maps.ts';

type Sections = ByName<Record<string, unknown>>;

/** Reads sections of `key=value` lines. Lines before the first section are ignored. */
export function readIni(text: string): ByName<ByName<string>> {
	const sections = emptyRecord<ReturnType<typeof emptyRecord<string>>>();
	let section: ReturnType<typeof emptyRecord<string>> | undefined;
	for (const line of text.split(/\r\n|\r|\n/).map(each => each.trim())) {
		if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
		const name = /^\[([^]+)\]$/.exec(line)?.[1];
		if (name !== undefined) {
			section = sections[name] ??= emptyRecord();
			continue;
		}
		const at = line.indexOf('=');
		if (section && at > 0) section[line.slice(0, at).trim()] = line.slice(at + 1).trim();
	}
	return sections;
}

/** Formats sections as an INI file. Booleans are written as games expect them: True and False. */
export function iniOf(sections: Sections): string {
	return Object.entries(sections)
		.map(([name, values]) => [`[${name}]`, ...Object.entries(values).map(lineOf), ''].join('\n'))
		.join('\n');
}

function lineOf([key, value]: [string, unknown]): string {
	// An object may have no text of its own.
	const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : plain;
	return `${key}=${text.replaceAll(/[\r\n]+/g, ' ')}`;
}
