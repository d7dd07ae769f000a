import type {ConfigFile} from './schema.ts';

/** A command of `[commands]`. */
export type ConfiguredCommand = {
	name: string;
	title: string;
	/** As written in the file. */
	keys: readonly string[];
	kind: 'rcon' | 'rcondeck' | 'shell';
	/** The RCON line as one word, or the arguments of rcondeck, or a program with its arguments. */
	words: readonly string[];
	confirm: boolean;
	background: boolean;
};

export const commandsOf = ({commands = {}}: ConfigFile): ConfiguredCommand[] =>
	Object.entries(commands).map(
		([name, {title = name, key = [], confirm = true, background = false, ...what}]) => ({
			name,
			title,
			keys: typeof key === 'string' ? [key] : key,
			confirm,
			background,
			...(what.rcon !== undefined
				? {kind: 'rcon', words: [what.rcon]}
				: what.rcondeck
					? {kind: 'rcondeck', words: what.rcondeck}
					: {kind: 'shell', words: what.shell ?? []}),
		}),
	);
