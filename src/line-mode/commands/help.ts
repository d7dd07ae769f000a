import {isMove} from '../../app/kernel/screens/move-commands.ts';
import {tableOf} from '../../lib/json/maps.ts';
import type {CommandId} from '../../messages/key-words.ts';
import {insteadMessages} from '../../messages/line-mode-commands.ts';
import {chordNamed, keyLabel} from '../../app/kernel/keys/chords.ts';
import type {Keymap} from '../../app/kernel/keys/keymap.ts';
import {suggest} from '../../lib/text/suggest.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import type {LineSession} from '../session.ts';
import {lineHelpMessages} from '../../messages/line-mode.ts';

/** Scopes whose commands all belong to the line editor or to questions. */
const scopes = tableOf<string>(insteadMessages.scopes);

/** Commands of the TUI without an equivalent colon command, with an explanation for each. */
export const tuiOnly: Readonly<Partial<Record<CommandId, string>>> = insteadMessages.commands;

/** Explains what replaces a command of the TUI that no line runs; undefined if unknown. */
export function insteadOf(id: CommandId): string | undefined {
	const [scope = ''] = id.split('.', 1);
	return tuiOnly[id] ?? scopes.get(scope) ?? (isMove(id) ? insteadMessages.noCursor : undefined);
}

const basics = [lineHelpMessages.lines, lineHelpMessages.keys];

/** Lists all commands; explains a command, a group, or the replacement of a key of the TUI. */
export function printHelp(
	{services, print}: LineSession,
	groups: readonly CommandGroup[],
	topic: string,
): void {
	const wanted = topic.replace(/^:/, '').toLowerCase();
	const all = groups.flatMap(({commands}) => commands);
	if (wanted === '') {
		print(
			basics,
			groups.map(({title, commands}) => `${title}: ${commands.map(({name}) => `:${name}`).join(', ')}.`),
			lineHelpMessages.shortening,
			lineHelpMessages.more,
		);
		return;
	}
	const keys = keyLines(topic, all, services.keymap);
	const named = all.filter(({name, aliases = []}) => [name, ...aliases].includes(wanted));
	const starting = all.filter(({name}) => name.startsWith(wanted));
	const grouped = groups
		.filter(({title}) => title.toLowerCase().split(/\W+/).includes(wanted))
		.flatMap(({commands}) => commands);
	const found = wanted === 'all' ? all : ([named, starting, grouped].find(list => list.length > 0) ?? []);
	if (topic.length === 1 && keys.length > 0) print(keys);
	else if (found.length > 0) print(found.map(explain));
	else if (keys.length > 0) print(keys);
	else {
		const near = suggest(
			wanted,
			all.map(({name}) => name),
		).map(name => `:${name}`);
		print(lineHelpMessages.nothingToExplain(wanted, near));
	}
}

function explain({name, takes, help, aliases = []}: LineCommand): string {
	const more = aliases.length > 0 ? lineHelpMessages.alsoCalled(aliases) : '';
	return `:${name}${takes === '' ? '' : ` ${takes}`}: ${help}${more}`;
}

/** Explains a key of the TUI and the line that replaces it. */
function keyLines(written: string, all: readonly LineCommand[], keymap: Keymap): string[] {
	const named = chordNamed(written);
	if ('problem' in named) return [];
	const {chord} = named;
	const known = keymap.commands.filter(({keys}) => keys.includes(chord));
	const done = known.flatMap(({id, title}) => {
		const same = all.filter(({replaces}) => replaces?.includes(id)).map(({name}) => `:${name}`);
		return same.length === 0 ? [] : [lineHelpMessages.keyHere(keyLabel(chord), title, same)];
	});
	if (done.length > 0) return [...new Set(done)];
	const [first] = known;
	return first
		? [lineHelpMessages.keyWithoutLine(keyLabel(chord), first.title, insteadOf(first.id) ?? '')]
		: [];
}
