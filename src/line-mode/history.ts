import {
	beginCompletion,
	candidatesFor,
	continueCompletion,
	emptyOfferReason,
} from '../app/console/input/completion.ts';
import {walkOf} from '../app/console/input/history.ts';
import type {Candidate, Completion} from '../app/console/input/input-state.ts';
import {fieldOf, type TextField} from '../app/kernel/text/text-field.ts';
import type {LineSession} from './session.ts';
import {lineConsoleMessages, lineFleetMessages} from '../messages/line-mode.ts';

/** The changed line, and a message to print. */
export type LineChange = {field: TextField; print?: string | undefined};

/** Walks the history; `query` limits it to matching lines. The unsent text returns at the end. */
export function createWalk(lines: () => readonly string[]): {
	step: (field: TextField, by: 1 | -1, query?: 'search') => LineChange;
	end: () => void;
} {
	let walk: {typed: TextField; found: readonly string[]; back: number} | undefined;
	return {
		step: (field, by, query) => {
			const wanted = query && field.text.toLowerCase();
			walk ??= {
				typed: field,
				found: lines().filter(line => wanted === undefined || line.toLowerCase().includes(wanted)),
				back: 0,
			};
			const {typed, found, back} = walk;
			const next = back - by;
			if (next < 0) return {field, print: lineConsoleMessages.newestLine};
			if (next > found.length) return {field, print: lineConsoleMessages.nothingOlder};
			walk = {typed, found, back: next};
			return {field: next === 0 ? typed : fieldOf(found.at(-next) ?? '')};
		},
		end: () => void (walk = undefined),
	};
}

/** Returns the commands sent to the chosen server, then those sent to others of its game. */
export function sentLines({services, target}: LineSession): readonly string[] {
	const serverId = target();
	return serverId === undefined ? [] : walkOf(services.store.getState(), serverId).lines;
}

const maxNamed = 30;

/** Completes with Tab: the first press lists the matches, each further press fills in the next. */
export function createCompletion({services, target}: LineSession): {
	step: (field: TextField, by: 1 | -1) => LineChange;
	end: () => void;
} {
	let completion: Completion | undefined;
	return {
		step: (field, by) => {
			const serverId = target();
			if (serverId === undefined) return {field, print: lineFleetMessages.chooseServer};
			if (completion) {
				const done = continueCompletion(completion, by);
				completion = done.completion;
				const chosen = done.completion?.candidates[done.completion.chosen ?? -1];
				return {field: done.field, print: chosen && hiddenLabel(chosen)};
			}
			const state = services.store.getState();
			const candidates = candidatesFor(state, serverId, field, services.settings.aliases);
			if (candidates.length === 0) return {field, print: emptyOfferReason(state, serverId, field)};
			const done = beginCompletion(serverId, field, candidates);
			completion = done.completion;
			const [only] = candidates;
			return {
				field: done.field,
				print: candidates.length === 1 ? only && detailOf(only) : listCandidates(candidates),
			};
		},
		end: () => void (completion = undefined),
	};
}

/** A completion with an id says whose it is. */
const hiddenLabel = ({label, text}: Candidate) =>
	text.toLowerCase().includes(label.toLowerCase()) ? undefined : label;

const detailOf = (candidate: Candidate) =>
	[hiddenLabel(candidate), candidate.detail].filter(Boolean).join(', ') || undefined;

function listCandidates(candidates: readonly {label: string}[]): string {
	const labels = candidates.slice(0, maxNamed).map(({label}) => label);
	const more = candidates.length - labels.length;
	return lineConsoleMessages.candidates(candidates.length, labels.join(', '), more);
}
