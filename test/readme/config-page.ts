import * as z from 'zod';
import {
	AlertsTable,
	CommandTable,
	ConfigFile,
	CredentialsFile,
	ProfileTable,
	TriggerTable,
} from '../../src/config/schema.ts';
import {codeBlocks, docPage} from './pages.ts';
import {code, list, page, paragraphs, references, roff, section} from './roff.ts';

/** Generates rcondeck-config(5): from the schema. */
export function configPage(): string {
	const examples = codeBlocks(docPage('configuration.md')).filter(({language}) => language === 'toml');
	return page('rcondeck-config', '5', 'configuration files of rcondeck', [
		section(
			'DESCRIPTION',
			paragraphs([
				'rcondeck reads config.toml and credentials.toml, both in TOML. All keys are optional. Flags override the environment, the environment overrides the files, and the files override the defaults.',
				'rcondeck config check lists problems by line; rcondeck config show lists every value with its origin.',
			]),
		),
		section('CONFIG.TOML', keyList(ConfigFile)),
		section('PROFILES', `Keys of a table [profiles.NAME]:\n${keyList(ProfileTable)}`),
		section('COMMANDS', `Keys of a table [commands.NAME]:\n${keyList(CommandTable)}`),
		section('TRIGGERS', `Keys of a table [[triggers]], as many as needed:\n${keyList(TriggerTable)}`),
		section('ALERTS', `Keys of the table [alerts], or [profiles.NAME.alerts]:\n${keyList(AlertsTable)}`),
		section(
			'CREDENTIALS.TOML',
			`One table per profile, such as [prod]. Only you may have access to the file (chmod 600).\n${keyList(CredentialsFile.valueType)}`,
		),
		section(
			'EXAMPLES',
			examples.map(({text}) => `.RS 4\n${code(text.trimEnd().split('\n'))}\n.RE`).join('\n.PP\n'),
		),
		section(
			'FILES',
			list([
				['$XDG_CONFIG_HOME/rcondeck/config.toml', 'Profiles and settings'],
				['$XDG_CONFIG_HOME/rcondeck/credentials.toml', 'Credentials'],
			]),
		),
		section('ENVIRONMENT', 'See\n.BR rcondeck (1).'),
		section(
			'SEE ALSO',
			references([
				['rcondeck', '1'],
				['rcondeck-setup', '1'],
				['rcondeck-keys', '7'],
			]),
		),
	]);
}

function keyList(schema: z.ZodType): string {
	const {properties = {}} = z.toJSONSchema(schema, {io: 'input'});
	const rows = Object.entries(properties).map(([key, value]): [string, string] => {
		const {description = '', default: initial} = typeof value === 'boolean' ? {} : value;
		const isShown = initial !== undefined && typeof initial !== 'object';
		const known = [valuesOf(value), isShown ? `default ${String(initial)}` : ''];
		const about = known.filter(text => text !== '').join('; ');
		return [key, about === '' ? description : `${description} (${about})`];
	});
	return rows.map(([key, text]) => `.TP\n.B ${roff(key)}\n${roff(text)}.`).join('\n');
}

function valuesOf(schema: z.core.JSONSchema._JSONSchema): string {
	if (typeof schema === 'boolean') return '';
	const {enum: words, anyOf, const: constant, type, minimum, maximum, items} = schema;
	if (words) return words.join(', ');
	if (constant !== undefined) return JSON.stringify(constant);
	if (anyOf) return anyOf.map(valuesOf).join(' or ');
	if (type === 'boolean') return 'true or false';
	if (type === 'array' && items) return 'list of strings';
	if (type === 'object') return 'table';
	if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
	return typeof type === 'string' ? type : '';
}
