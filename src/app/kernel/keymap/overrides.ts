import {ownValue} from '../../../lib/maps.ts';
import {suggest} from '../../../lib/suggest.ts';
import {keymapMessages} from '../../../messages/keymap.ts';
import type {Scope} from './scope.ts';
import {chordNamed} from './chord-names.ts';
import type {CommandInfo} from './command-info.ts';
import type {CommandId} from '../../../messages/command-ids.ts';
import {earlierIds} from './earlier-ids.ts';
import {keyLabel} from './key-label.ts';
import {scopeChains, typedScopes} from './scope-chains.ts';
import type {KeyOverrides} from '../settings.ts';

/** `problem`: the command keeps its own keys. Each message is a fragment that follows the name of the command. */
export type OverrideProblem = {id: string; level: 'problem' | 'warning'; message: string};

/** Applies overrides to the keys of commands. No override can take the last key from another command. */
export function withOverrides(
	commands: readonly CommandInfo[],
	overrides: KeyOverrides,
): {commands: readonly CommandInfo[]; problems: readonly OverrideProblem[]} {
	const problems: OverrideProblem[] = [];
	const wanted = new Map<CommandId, readonly string[]>();
	for (const [id, written] of Object.entries(overrides)) {
		const current = ownValue(earlierIds, id);
		const command = commands.find(one => one.id === (current ?? id));
		if (current !== undefined) {
			const isSetToo = Object.hasOwn(overrides, current);
			problems.push({id, level: 'warning', message: keymapMessages.renamed(current, isSetToo)});
			if (isSetToo) continue;
		}
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
		const clash = firstClash(next, wanted);
		if (!clash) return {commands: next, problems};
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

/** A configured command that acts at once has a key that nobody presses by accident. */
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

/**
Finds the first override whose key belongs to another command in the same chain. Of two overrides, the later one loses.
*/
function firstClash(
	commands: readonly CommandInfo[],
	wanted: ReadonlyMap<CommandId, readonly string[]>,
): {id: CommandId; message: string} | undefined {
	const order = [...wanted.keys()];
	for (const chain of scopeChains) {
		const here = commands.filter(({scopes}) => scopes.some(scope => chain.includes(scope)));
		const owners = new Map<string, CommandInfo>();
		for (const command of here) {
			for (const key of command.keys) {
				const owner = owners.get(key);
				owners.set(key, owner ?? command);
				if (!owner || owner.id === command.id) continue;
				const [loser, winner] =
					order.indexOf(command.id) >= order.indexOf(owner.id) ? [command, owner] : [owner, command];
				// Without an override the shadowing is intentional.
				if (!wanted.has(loser.id)) continue;
				const message = keymapMessages.taken(keyLabel(key), winner.id, winner.title);
				return {id: loser.id, message};
			}
		}
	}
	return undefined;
}
