import type {Candidate, Completion} from './input-state.ts';
import type {TextField} from '../kernel/text-field.ts';

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
