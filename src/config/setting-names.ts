import * as z from 'zod';
import {ConfigFile} from './schema.ts';

/** A setting as `config set` takes it; `choices`: its values, if they are words. */
export type Setting = {key: string; choices: readonly string[]};

/** The names in tables that have no fixed ones, by the key of the table: `{profiles: ['prod']}`. */
export type TableNames = Readonly<Record<string, readonly string[]>>;

/** Returns every setting of the schema, with these names in `profiles`, `keys` and `aliases`. */
export const settingNames = (names: TableNames): Setting[] => settingsIn(ConfigFile, '', names);

function settingsIn(schema: z.core.$ZodType, key: string, names: TableNames): Setting[] {
	const below = key === '' ? '' : `${key}.`;
	if (schema instanceof z.ZodOptional) return settingsIn(schema.unwrap(), key, names);
	if (schema instanceof z.ZodObject) {
		return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, inner]) =>
			settingsIn(inner, below + name, names),
		);
	}
	if (schema instanceof z.ZodRecord) {
		const {valueType} = schema;
		return (names[key] ?? []).flatMap(name => settingsIn(valueType, below + quotedName(name), names));
	}
	return [{key, choices: choicesIn(schema)}];
}

/** A name with dots is quoted as in TOML; the ids of commands need no quotes. */
const quotedName = (name: string): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

function choicesIn(schema: z.core.$ZodType): string[] {
	if (schema instanceof z.ZodBoolean) return ['true', 'false'];
	if (schema instanceof z.ZodEnum) return schema.options.map(String);
	if (schema instanceof z.ZodLiteral) return [...schema.values].map(String);
	if (schema instanceof z.ZodUnion) return schema.options.flatMap(choicesIn);
	return [];
}
