import type {CustomCommand} from '../messages/custom-commands.ts';
import type {ConfigFile} from './schema.ts';

export const commandsOf = ({commands = {}}: ConfigFile): CustomCommand[] =>
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
