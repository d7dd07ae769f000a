import {suggest} from '../../../lib/text/suggest.ts';
import type {ProblemLevel} from '../../../messages/config.ts';
import {keymapMessages} from '../../../messages/keys.ts';
import {type Scope, scopeChains, typedScopes} from './scope.ts';
import {chordNamed, keyLabel} from './chords.ts';
import type {CommandInfo} from './command-info.ts';
import type {CommandId} from '../../../messages/key-words.ts';
import type {KeyOverrides} from '../state/settings.ts';

/**
`problem`: the command keeps its own keys. `note`: another command lost its default key. Each message is a fragment that
follows the name of the command.
*/
export type OverrideProblem = {id: string; level: ProblemLevel; message: string};

/**
Applies overrides to the keys of commands. A key that is set is taken from commands that have it by default, unless it must
not be lost.
*/
export function withOverrides(
	commands: readonly CommandInfo[],
	overrides: KeyOverrides,
): {commands: readonly CommandInfo[]; problems: readonly OverrideProblem[]} {
	const problems: OverrideProblem[] = [];
	const wanted = new Map<CommandId, readonly string[]>();
	for (const [id, written] of Object.entries(overrides)) {
		const command = commands.find(one => one.id === id);
		if (!command) {
			problems.push({id, level: 'problem', message: unknownId(id, commands)});
			continue;
		}
		const read = keysFor(command, written);
		if ('problem' in read) problems.push({id, level: 'problem', message: read.problem});
		else {
			wanted.set(command.id, read.keys);
			for (const message of read.warnings) problems.push({id, level: 'warning', message});
		}
	}
	if (wanted.size === 0) return {commands, problems};
	for (;;) {
		const next = commands.map(command => ({...command, keys: wanted.get(command.id) ?? command.keys}));
		const {clash, losses} = conflictsIn(next, wanted, commands);
		if (!clash) {
			const {commands: left, notes} = withoutLost(next, losses);
			return {commands: left, problems: [...problems, ...notes]};
		}
		wanted.delete(clash.id);
		problems.push({id: clash.id, level: 'problem', message: clash.message});
	}
}

function unknownId(id: string, commands: readonly CommandInfo[]): string {
	const near = suggest(
		id,
		commands.map(command => command.id),
	);
	const nearText = near.length > 0 ? keymapMessages.suggestion(near.join(' or ')) : '';
	return keymapMessages.noSuchCommand(nearText);
}

/** Keys that terminals and tmux often keep for themselves. Some Alt combinations type another letter. */
const oftenTaken = new Set(['ctrl+s', 'ctrl+q', 'ctrl+b']);

function keysFor(
	command: CommandInfo,
	written: readonly string[],
): {keys: readonly string[]; warnings: string[]} | {problem: string} {
	if (written.length === 0) return {problem: keymapMessages.needsKey};
	const keys: string[] = [];
	for (const one of written) {
		const named = chordNamed(one);
		const problem = 'problem' in named ? named.problem : keyProblem(command, named.chord);
		if (problem !== undefined) return {problem};
		if ('chord' in named) keys.push(named.chord);
	}
	const extras = keys.filter(key => oftenTaken.has(key) || key.startsWith('alt+'));
	const isAlone = extras.length === keys.length;
	return {
		keys: isAlone ? [...keys, ...command.keys] : keys,
		warnings: extras.map(key =>
			keymapMessages.notEverywhere(keyLabel(key), isAlone && command.keys.length > 0),
		),
	};
}

/** Scopes in which Enter is guarded against pastes and bounces. */
const guarded: ReadonlySet<Scope> = new Set(['input', 'results-input', 'dialog', 'paste']);

const isUpper = (key: string) => /^(alt\+)?\p{Lu}$/u.test(key) && key !== 'G' && key !== 'N';

/** A configured command that acts at once needs a key that is hard to press by accident. */
function customKeyProblem(chord: string, acts: boolean): string | undefined {
	const isGuarded = isUpper(chord) || /^(?:ctrl|alt)\+/.test(chord);
	return acts && !isGuarded ? keymapMessages.needsUppercase(keyLabel(chord)) : undefined;
}

function keyProblem({id, keys, scopes, acts: ofCustom}: CommandInfo, chord: string): string | undefined {
	const acts = keys.some(isUpper);
	const label = keyLabel(chord);
	if (keys.includes(chord)) return undefined;
	if (ofCustom !== undefined) return customKeyProblem(chord, ofCustom);
	if (id === 'app.interrupt' || (keys.includes('enter') && scopes.some(scope => guarded.has(scope)))) {
		return keymapMessages.guarded(keys.map(keyLabel).join(' '));
	}
	if (acts && !isUpper(chord)) return keymapMessages.needsUppercase(label);
	if (!acts && isUpper(chord)) return keymapMessages.needsLowercase(label);
	if (chord === 'esc') return keymapMessages.escOnlyGoesBack;
	if ([...chord].length === 1 && scopes.some(scope => typedScopes.has(scope))) {
		return keymapMessages.typedHere(label);
	}
	return undefined;
}

/** Commands that users need to find the others, or to leave. */
const essential: ReadonlySet<CommandId> = new Set<CommandId>([
	'app.quit',
	'app.help',
	'app.palette',
	'app.back',
	'app.interrupt',
]);

/** A default key that an override takes from another command. */
type Loss = {id: CommandId; key: string; loser: CommandInfo};

/** Enter and Esc mean the same everywhere, and the palette has only the commands of panes. */
function mustKeep({id, keys, group}: CommandInfo, key: string, losses: readonly Loss[]): boolean {
	if (key === 'enter' || key === 'esc' || essential.has(id)) return true;
	const lost = new Set(losses.filter(({loser}) => loser.id === id).map(loss => loss.key));
	return group === undefined && keys.every(one => one === key || lost.has(one));
}

/**
Finds overrides whose keys other commands in the same chain have: the first clash with another override, in which
the later one loses, or with a command that must keep its key; or, without a clash, the default keys that are lost.
*/
function conflictsIn(
	commands: readonly CommandInfo[],
	wanted: ReadonlyMap<CommandId, readonly string[]>,
	defaults: readonly CommandInfo[],
): {clash?: {id: CommandId; message: string}; losses: Loss[]} {
	const order = [...wanted.keys()];
	const losses: Loss[] = [];
	const byId = new Map(commands.map(command => [command.id, command]));
	const own = new Map(defaults.map(({id, keys}) => [id, keys]));
	for (const id of order) {
		const command = byId.get(id);
		if (!command) continue;
		const together = commandsWith(command, commands);
		for (const key of command.keys.filter(one => !own.get(id)?.includes(one))) {
			for (const other of together.filter(({keys}) => keys.includes(key))) {
				const isSet = wanted.has(other.id);
				if (!isSet && !mustKeep(other, key, losses)) {
					losses.push({id, key, loser: other});
					continue;
				}
				const isFirst = isSet && order.indexOf(other.id) > order.indexOf(id);
				const [loser, winner] = isFirst ? [other, command] : [command, other];
				const message = keymapMessages.taken(keyLabel(key), winner.id, winner.title);
				return {clash: {id: loser.id, message}, losses: []};
			}
		}
	}
	return {losses};
}

/** Returns the other commands that can have the focus together with this one. */
function commandsWith({id, scopes}: CommandInfo, commands: readonly CommandInfo[]): readonly CommandInfo[] {
	const chains = scopeChains.filter(chain => scopes.some(scope => chain.includes(scope)));
	const near = new Set(chains.flat());
	return commands.filter(other => other.id !== id && other.scopes.some(scope => near.has(scope)));
}

function withoutLost(
	commands: readonly CommandInfo[],
	losses: readonly Loss[],
): {commands: readonly CommandInfo[]; notes: OverrideProblem[]} {
	const lost = new Map<CommandId, string[]>();
	for (const {key, loser} of losses) lost.set(loser.id, [...(lost.get(loser.id) ?? []), key]);
	const left = commands.map(command => {
		const taken = lost.get(command.id);
		return taken ? {...command, keys: command.keys.filter(key => !taken.includes(key))} : command;
	});
	const kept = new Map(left.map(({id, keys}) => [id, keys.map(keyLabel)]));
	const notes = losses.map(({id, key, loser}): OverrideProblem => ({
		id,
		level: 'note',
		message: keymapMessages.lost(keyLabel(key), loser.id, loser.title, (kept.get(loser.id) ?? []).join(' ')),
	}));
	return {commands: left, notes};
}
