import {type Command, Option, type OptionValues} from 'commander';
import {UsageError} from '../../lib/errors.ts';
import type {RecordTemplate} from './record-template.ts';
import {refuseUnknownField} from './unknown-field.ts';
import {cliOptionMessages, outputOptionMessages} from '../../messages/cli.ts';

/** The output that replaces a table. `fields`: the only fields of each record to print; undefined: all.
`known`: fields that records may have. `template`: prints each record. */
export type OutputFormat =
	| {kind: 'json'; fields?: readonly string[]; known?: readonly string[]; template?: RecordTemplate}
	| {kind: 'wide'}
	| {kind: 'name'};

const formats = ['json', 'wide', 'name'];
/** As the value of `--json`: all fields, the same as no value. */
const allFields = '*';

/** Returns the option `--json` with an optional list of fields. */
export const jsonOption = (help: string = cliOptionMessages.json): Option =>
	new Option('--json [fields]', help);

/** Returns the option `-o` for commands that list. */
export const formatOption = (): Option =>
	new Option('-o, --output <format>', outputOptionMessages.format).choices(formats);

/** Returns the requested output format; undefined for the default table. Throws `UsageError`. */
export async function outputOf(command: Command, options: OptionValues): Promise<OutputFormat | undefined> {
	const format: unknown = options['output'];
	const json: unknown = options['json'];
	const template: unknown = options['format'];
	if (typeof template === 'string') {
		if (json !== undefined || format !== undefined) throw new UsageError(outputOptionMessages.templateAlone);
		return templateOutput(command, options, template);
	}
	if (json === undefined) {
		return format === 'json' || format === 'wide' || format === 'name' ? {kind: format} : undefined;
	}
	if (format !== undefined && format !== 'json') throw new UsageError(outputOptionMessages.jsonAndFormat);
	if (json === true || json === allFields) return {kind: 'json'};
	const fields = String(json)
		.split(',')
		.map(field => field.trim());
	if (fields.includes('')) throw new UsageError(outputOptionMessages.fieldsBlank);
	const {jsonFieldsOf} = await import('./json-fields.ts');
	const {fields: known = [], isChecked = false} = jsonFieldsOf(command) ?? {};
	if (isChecked || options['watch'] === true) refuseUnknownField(fields, known);
	return {kind: 'json', fields, known};
}

async function templateOutput(command: Command, options: OptionValues, text: string): Promise<OutputFormat> {
	const [{readTemplate}, {jsonFieldsOf}] = await Promise.all([
		import('./record-template.ts'),
		import('./json-fields.ts'),
	]);
	const {fields: known = [], isChecked = false} = jsonFieldsOf(command) ?? {};
	const template = readTemplate(text, known);
	if (template.fields.length === 0) throw new UsageError(outputOptionMessages.templateWithoutFields);
	if (isChecked || options['watch'] === true) refuseUnknownField(template.fields, known);
	return {kind: 'json', fields: template.fields, known, template};
}

/** Adds `--format` to each command that prints JSON, and `-o json` to those that show one record. */
export function addTemplateOptions(command: Command): void {
	const longs = new Set(command.options.map(({long}) => long));
	if (command.name() === 'show' && longs.has('--json') && !longs.has('--output'))
		command.addOption(new Option('-o, --output <format>', outputOptionMessages.format).choices(['json']));
	if (longs.has('--json') && !longs.has('--format'))
		command.option('--format <template>', outputOptionMessages.template);
	for (const one of command.commands) addTemplateOptions(one);
}

/** Several fields, which no name of a server looks like. */
const fieldList = /^[a-z]\w*(?:,[a-z]\w*)+$/i;

/**
Returns arguments in which `--json` has a value of its own: fields follow it after `=`, or are a next word with a comma; any
other next word is an argument.
*/
export function withJsonFields(argv: readonly string[]): readonly string[] {
	const dashes = argv.indexOf('--');
	const end = dashes === -1 ? argv.length : dashes;
	const isFields = (at: number) => at < end && argv[at - 1] === '--json' && fieldList.test(argv[at] ?? '');
	return argv.flatMap((word, at) => {
		if (isFields(at)) return [];
		if (word !== '--json' || at >= end) return [word];
		return [`--json=${isFields(at + 1) ? argv[at + 1] : allFields}`];
	});
}
