import {knownMoment} from '../contract/moments.ts';
import type {Handover, ServerAlert} from '../app/handover/handover.ts';
import type {Operation, Outcome, Piece} from '../app/handover/work.ts';
import type {JournalLine} from '../journal/entry.ts';
import {serverMessages} from '../messages/servers.ts';
import {journalDocument} from './journal-text.ts';

const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString();

const accepted: ReadonlySet<Outcome> = new Set(['back', 'done', 'sent', 'due', 'canceled']);

/** Converts a handover to JSON. `lines`: the journal lines that it was computed from. */
export function handoverDocument(handover: Handover, lines: readonly JournalLine[]): Record<string, unknown> {
	const {
		at,
		since,
		down,
		crashing,
		changing,
		unknown,
		nodes,
		pending,
		readsTasks,
		operations,
		notes,
		open,
		...rest
	} = handover;
	const pieces = operations.flatMap(operation => operation.pieces);
	const byId = new Map(lines.map(line => [line.id, line]));
	const documentsOf = (ids: readonly (number | undefined)[]) =>
		ids
			.flatMap(id => (id === undefined ? [] : (byId.get(id) ?? [])))
			.sort((a, b) => a.at - b.at)
			.map(journalDocument);
	const recordsOf = (test: (outcome: Outcome) => boolean) =>
		pieces.filter(({outcome}) => test(outcome)).map(({record}) => record?.id);
	return {
		...rest,
		at: iso(at),
		since: iso(since),
		nodes: nodes?.map(({lastAlive, ...node}) => ({...node, lastAlive: iso(knownMoment(lastAlive))})),
		down: down.map(alertDocument),
		changing: changing.map(alertDocument),
		unknown: unknown.map(alertDocument),
		crashing: crashing.map(({crashes, ...server}) => ({...server, crashes: crashes.map(iso)})),
		...(readsTasks && {
			pending: pending.map(({servers, taskType = 'task', state, dueAt, taskId}) => ({
				server: servers.join(', ') || 'node',
				type: taskType,
				state: state ?? '',
				dueAt: iso(dueAt),
				taskId,
			})),
		}),
		operations: operations.map(operationDocument),
		notes: notes.map(({at: notedAt, by, text}) => ({at: iso(notedAt), by, text})),
		done: documentsOf(recordsOf(outcome => accepted.has(outcome))),
		failed: documentsOf(recordsOf(outcome => outcome === 'failed')),
		open: documentsOf([...recordsOf(outcome => outcome === 'unknown'), ...open.map(({id}) => id)]),
	};
}

const alertDocument = ({state, since, firstSeenAt, before, acknowledgedAt, ...server}: ServerAlert) => ({
	...server,
	state: state ?? serverMessages.noState,
	since: iso(since),
	firstSeenAt: iso(firstSeenAt),
	before: before && {state: before.state, at: iso(before.at)},
	acknowledgedAt: iso(acknowledgedAt),
});

const operationDocument = ({at, action, input, pieces}: Operation) => ({
	at: iso(at),
	action,
	input,
	servers: pieces.map(pieceDocument),
});

const pieceDocument = ({serverId, server, at, outcome, reason, dueAt, after}: Piece) => ({
	id: serverId,
	name: server,
	at: iso(at),
	outcome,
	reason,
	dueAt: iso(dueAt),
	state: after?.state,
	stateAt: iso(after?.at),
});
