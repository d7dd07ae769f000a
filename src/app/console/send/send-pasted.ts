import {briefFailure} from '../../kernel/state/failure.ts';
import type {Services} from '../../kernel/state/services.ts';
import type {PastedResult} from '../../kernel/dialogs/dialog-state.ts';
import type {State} from '../../state.ts';
import {rememberSent} from '../input/history.ts';
import {lineOf} from '../record/line-by-id.ts';
import {outcomeOf} from '../record/outcome.ts';
import {runTyped} from './send-command.ts';
import {type ConsoleEntry, type SentLine, sendToSeveral} from './send-line.ts';
import {selectionLine} from './target.ts';

/** Where a line goes: a server or the selection, and its servers. */
export type LineTarget = {key: string; serverIds: readonly string[]};

/** Sends a line that was typed as `typed`. After a refusal, the rest of its `batch` is not sent. */
export function sendTo(
	services: Services,
	{key, serverIds}: LineTarget,
	{typed, text, batch}: {typed: string; text: string; batch?: string},
): SentLine {
	rememberSent(services, key, typed);
	const options = batch === undefined ? {} : {batch};
	if (key === selectionLine) return sendToSeveral(services, serverIds, text, options);
	const lineId = services.newId();
	const settled = runTyped(services, key, text, {...options, localId: lineId});
	return {entries: [{serverId: key, lineId}], settled};
}

/** Returns the outcome of a line, the worst of all its servers. */
export function resultOf(state: State, entries: readonly ConsoleEntry[]): PastedResult {
	const results = entries.map(({serverId, lineId}) => resultOn(state, serverId, lineId));
	const worst = ranks.map(status => results.find(result => result.status === status)).find(Boolean);
	const isRecalled = results.every(({status}) => status === 'canceled');
	return isRecalled ? {status: 'canceled', reason: ''} : (worst ?? {status: 'sent', reason: ''});
}

/** The worst first. A line that some servers got and others did not is not sent again. */
const ranks = ['unsure', 'refused'] as const;

function resultOn(state: State, serverId: string, lineId: string): PastedResult {
	const line = lineOf(state, serverId, lineId);
	const outcome = outcomeOf(line);
	if (line?.status === 'recalled') return {status: 'canceled', reason: ''};
	if (outcome.kind !== 'problem') return {status: 'sent', reason: ''};
	const reason = line?.failure ? briefFailure(line.failure) : outcome.word;
	return {status: outcome.mayHaveRun ? 'unsure' : 'refused', reason};
}
