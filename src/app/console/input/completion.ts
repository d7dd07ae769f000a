import type {Candidate, Completion} from './input-state.ts';
import type {TextField} from '../../kernel/text/text-field.ts';
import {clockText} from '../../../lib/time/ago.ts';
import type {Game} from '../../../games/game-types.ts';
import type {State} from '../../state.ts';
import type {Aliases} from '../../../actions/aliases.ts';
import {walkOf} from './history.ts';
import {partsOf, playerSlot, playersSeenOn, type Slot, slotAt, slotsOf} from './references.ts';
import {gamesOfLine, wordsOfLine} from '../send/target.ts';
import {consoleInputMessages} from '../../../messages/console.ts';

export type Completed = {field: TextField; completion: Completion | undefined};

/** Handles the first Tab: inserts a single candidate, or the common prefix of several, which are then listed. */
export function beginCompletion(
	serverId: string,
	before: TextField,
	candidates: readonly Candidate[],
): Completed {
	const [only] = candidates;
	if (only && candidates.length === 1) return {field: insertCandidate(before, only), completion: undefined};
	const head = before.text.slice(0, before.cursor);
	const shared = sharedStart(
		candidates.map(candidate => head.slice(0, candidate.from) + candidate.text.trimEnd()),
	);
	const isLonger = shared.length > head.length && shared.toLowerCase().startsWith(head.toLowerCase());
	const field = isLonger ? {text: shared + before.text.slice(before.cursor), cursor: shared.length} : before;
	const completion = candidates.length === 0 ? undefined : {serverId, before, candidates, chosen: undefined};
	return {field, completion};
}

/** Handles each further Tab: selects the next candidate cyclically, or the previous one if `by` is -1. */
export function continueCompletion(completion: Completion, by: 1 | -1): Completed {
	const {before, candidates, chosen} = completion;
	const count = candidates.length;
	const next = chosen === undefined ? (by === 1 ? 0 : count - 1) : (chosen + by + count) % count;
	const candidate = candidates[next];
	const field = candidate ? insertCandidate(before, candidate) : before;
	return {field, completion: {...completion, chosen: next}};
}

function insertCandidate({text, cursor}: TextField, candidate: Candidate): TextField {
	const head = text.slice(0, candidate.from) + candidate.text;
	const tail = text.slice(cursor);
	const cleanTail = head.endsWith(' ') ? tail.trimStart() : tail;
	return {text: head + cleanTail, cursor: head.length};
}

/** Returns the common prefix of all texts, in the case of the first. */
function sharedStart([first = '', ...others]: readonly string[]): string {
	let length = first.length;
	for (const other of others) {
		let same = 0;
		while (same < length && other[same]?.toLowerCase() === first[same]?.toLowerCase()) same++;
		length = same;
	}
	// Never splits a surrogate pair.
	return first.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

const maxFromHistory = 20;

/**
Returns what Tab offers for the input: commands of the game and aliases, values of the argument, commands sent before.
*/
export function candidatesFor(
	state: State,
	serverId: string,
	field: TextField,
	aliases: Aliases,
): readonly Candidate[] {
	const words = wordsOfLine(state, serverId);
	const parts = partsOf(field);
	const typed = parts.inWord
		? matchCandidates(wordCandidates(words, aliases, parts.start), parts.word)
		: argumentCandidates(state, serverId, words, parts);
	const head = field.text.slice(0, field.cursor);
	const before = head.trim() === '' ? [] : historyCandidates(state, serverId, head);
	const texts = new Set(typed.map(({from, text}) => head.slice(0, from) + text.trim()));
	return [...typed, ...before.filter(({text}) => !texts.has(text.trim()))];
}

/** Returns why there is nothing to offer. */
export function emptyOfferReason(state: State, serverId: string, field: TextField): string {
	const words = wordsOfLine(state, serverId);
	const {inWord, word, rest} = partsOf(field);
	const command = inWord
		? undefined
		: words?.commands.find(({name}) => name.toLowerCase() === word.toLowerCase());
	const slots = slotsOf(command?.arguments ?? '');
	const slot = slots[slotAt(slots, rest).index];
	const wantsPlayer = slot !== undefined && playerSlot(slot.name) !== undefined;
	if (wantsPlayer && words?.players && playersSeenOn(state, serverId).length === 0) {
		return consoleInputMessages.candidates.playersUnknown(words.players.list);
	}
	return gamesOfLine(state, serverId).length > 1
		? consoleInputMessages.candidates.nothingInCommon
		: consoleInputMessages.candidates.nothingKnown;
}

function wordCandidates(words: Game | undefined, aliases: Aliases, from: number): Candidate[] {
	const own = Object.entries(aliases).map(([name, body]) => ({
		from,
		text: body.includes('{') ? `${name} ` : name,
		label: name,
		detail: consoleInputMessages.candidates.alias(body),
	}));
	const commands = (words?.commands ?? []).map(command => ({
		from,
		text: command.arguments === '' ? command.name : `${command.name} `,
		label: command.name,
		detail: [command.arguments, command.help].filter(Boolean).join('  '),
	}));
	const known = new Set(commands.map(({label}) => label));
	const settings = (words?.settings ?? []).flatMap(({name, help}) =>
		known.has(name) ? [] : [{from, text: name, label: name, detail: help}],
	);
	return [...own, ...commands, ...settings];
}

function argumentCandidates(
	state: State,
	serverId: string,
	words: Game | undefined,
	{word, rest, restAt}: {word: string; rest: string; restAt: number},
): Candidate[] {
	const command = words?.commands.find(({name}) => name.toLowerCase() === word.toLowerCase());
	if (!words || !command) return [];
	const slots = slotsOf(command.arguments);
	const {index, from: inRest} = slotAt(slots, rest);
	const slot = slots[index];
	if (!slot) return [];
	const from = restAt + inRest;
	const partial = rest.slice(inRest).replace(/^"/, '');
	if (slot.name === 'map') {
		return matchCandidates(
			words.maps.map(map => ({from, text: map, label: map, detail: 'map'})),
			partial,
		);
	}
	const range = /^(\d)-(\d)$/.exec(slot.name);
	if (range) {
		const [low, high] = [Number(range[1]), Number(range[2])];
		const values = Array.from({length: high - low + 1}, (_, step) => String(low + step));
		return matchCandidates(
			values.map(value => ({from, text: value, label: value, detail: command.help})),
			partial,
		);
	}
	return playerCandidates(state, serverId, slot, from, partial);
}

/**
Returns the players in the newest list in the console. They match by name or id; the argument determines which is
inserted.
*/
function playerCandidates(
	state: State,
	serverId: string,
	slot: Slot,
	from: number,
	partial: string,
): Candidate[] {
	const fills = playerSlot(slot.name);
	if (!fills) return [];
	const known = playersSeenOn(state, serverId).flatMap(({at, players, where}) => {
		const detail = consoleInputMessages.candidates.playerSeen(
			where,
			clockText(at, state.view.time === 'utc'),
		);
		return players.flatMap(player => {
			const value = fills(player);
			if (value === undefined || canEndCommand(value)) return [];
			const text = quoteValue(value, slot) + (slot.last ? '' : ' ');
			const label = value === player.name ? value : `${player.name} ${value}`;
			return [{from, text, label, detail}];
		});
	});
	return matchCandidates(known, partial);
}

/** A name that ends its quotes and the command would run the rest of itself. */
const canEndCommand = (value: string): boolean => value.includes('"') && /[;|\r\n]/.test(value);

/** Neither game can escape a quote, so a name that contains one stays unquoted. */
function quoteValue(value: string, slot: Slot): string {
	if (value.includes('"')) return value;
	return slot.quoted || /[\s;]/.test(value) ? `"${value}"` : value;
}

function historyCandidates(state: State, serverId: string, head: string): Candidate[] {
	const {lines, ownFrom} = walkOf(state, serverId);
	const wanted = head.toLowerCase();
	const hits: Candidate[] = [];
	for (let index = lines.length - 1; index >= 0 && hits.length < maxFromHistory; index--) {
		const text = lines[index] ?? '';
		if (text.length <= head.length || !text.toLowerCase().startsWith(wanted)) continue;
		hits.push({
			from: 0,
			text,
			label: text,
			detail:
				index >= ownFrom
					? consoleInputMessages.candidates.sentBefore
					: consoleInputMessages.candidates.sentElsewhere,
		});
	}
	return hits;
}

/** Returns the candidates that start with the typed text, or if there are none, those that contain it. */
function matchCandidates(candidates: readonly Candidate[], partial: string): Candidate[] {
	const wanted = partial.toLowerCase();
	const begins = candidates.filter(({label}) => label.toLowerCase().startsWith(wanted));
	return begins.length > 0 ? begins : candidates.filter(({label}) => label.toLowerCase().includes(wanted));
}
