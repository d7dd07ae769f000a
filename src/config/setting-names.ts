import * as z from 'zod';
import {ConfigFile} from './schema.ts';

/** A setting of `config set`. `choices` are its values if only certain words are valid. */
export type Setting = {key: string; choices: readonly string[]};

/** The names in tables without fixed keys, by table: `{profiles: ['prod']}`. */
export type TableNames = Readonly<Record<string, readonly string[]>>;

/** Returns every setting of the schema, with the names of `profiles`, `keys` and `aliases` from `names`. */
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

/** Quotes names with special characters as in TOML. Command ids, which have dots, need no quotes. */
const quotedName = (name: string): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

function choicesIn(schema: z.core.$ZodType): string[] {
	if (schema instanceof z.ZodBoolean) return ['true', 'false'];
	if (schema instanceof z.ZodEnum) return schema.options.map(String);
	if (schema instanceof z.ZodLiteral) return [...schema.values].map(String);
	if (schema instanceof z.ZodUnion) return schema.options.flatMap(choicesIn);
	return [];
}
